//! The tree and its page.

use lab::explain::{LEAST_MAX_NODES, Options, Report, TreeNode};

use crate::{POSITIONS, about, explain, options};

fn with_tree(depth: u32, plies: usize, max_nodes: usize) -> Report {
    explain(&Options { tree: Some(plies), max_nodes, ..options(POSITIONS[0], depth, &[]) })
}

/// Plies below a node: a search of the same node for another question counts as one.
fn plies(node: &TreeNode) -> usize {
    node.children.iter().map(|child| usize::from(child.role != "skipped") + plies(child)).max().unwrap_or(0)
}

#[test]
fn the_tree_has_the_plies_asked_for_and_agrees_with_the_list_of_moves() {
    for asked in 1..=4 {
        let report = with_tree(7, asked, 50_000);
        assert_eq!(report.left_out, None);
        let (tree, node) = (report.tree.as_ref().unwrap(), report.node.as_ref().unwrap());
        assert_eq!(plies(tree), asked);
        let skipped = tree.children.iter().filter(|child| child.role == "skipped").count();
        let searches: usize = node.moves.iter().map(|mv| mv.searches.len()).sum();
        assert_eq!(
            tree.children.len() - skipped,
            searches,
            "the root has no searches but those of its moves"
        );
        // Nodes of a subtree are those of its parts and itself, where all its parts are kept.
        assert_eq!(tree.nodes, 1 + tree.children.iter().map(|child| child.nodes).sum::<u64>());
    }
}

#[test]
fn what_does_not_fit_is_left_out_ply_by_ply_and_said() {
    let report = with_tree(9, 8, LEAST_MAX_NODES);
    let tree = report.tree.as_ref().unwrap();
    let kept = plies(tree);
    assert!(
        tree.count() <= LEAST_MAX_NODES && (1..8).contains(&kept),
        "{} nodes, {kept} plies",
        tree.count()
    );
    let left_out = report.left_out.as_ref().expect("it is said");
    assert!(left_out.starts_with(&format!("the tree ends after {kept} of 8 plies")), "{left_out}");
    assert!(report.to_string().contains(left_out));
    // The node itself is told in full all the same, and as without a tree.
    let without = explain(&options(POSITIONS[0], 9, &[]));
    assert_eq!(report.node, without.node);
}

/// Every node of a tree, the first before those below it.
fn nodes(tree: &TreeNode) -> Vec<&TreeNode> {
    std::iter::once(tree).chain(tree.children.iter().flat_map(nodes)).collect()
}

#[test]
fn what_is_said_of_a_node_agrees_with_how_it_ended() {
    let set = ["all=on", "rfp=off", "razor_max_depth=6", "probcut_min_depth=3", "singular_min_depth=4"];
    let (mut not_kept, mut kept, mut singular) = (0, 0, 0);
    for fen in POSITIONS {
        let report = explain(&Options { tree: Some(4), max_nodes: 50_000, ..options(fen, 7, &set) });
        for node in nodes(report.tree.as_ref().unwrap()) {
            if ["probcut", "nullmove", "razoring"].contains(&node.ended) {
                let line = node.facts.iter().find(|line| line.starts_with(&format!("{}: ", node.ended)));
                let line = line.unwrap_or_else(|| panic!("{:?}", node.facts));
                if line.ends_with("not kept") {
                    assert!(node.children.is_empty(), "{line}");
                    not_kept += 1;
                } else {
                    let gives = ["probcut: ", "; quiescence gives ", "; passing, "]
                        .iter()
                        .any(|what| line.contains(what));
                    let holds = line.contains(": yes") && !line.contains("no cut");
                    assert!(gives && holds, "{line}");
                    kept += 1;
                }
            }
            if node.role == "singular" && node.bound == "upper" {
                assert!(node.rest.iter().all(|line| !line.contains("was cut by")), "{:?}", node.rest);
                singular += usize::from(node.rest.iter().any(|line| line.starts_with("left out: ")));
            }
        }
    }
    assert!(not_kept > 0 && kept > 3 && singular > 3, "{not_kept}, {kept}, {singular}");
}

#[test]
fn the_tree_of_a_line_hangs_below_it() {
    let report = explain(&Options { tree: Some(2), ..about(&options(POSITIONS[1], 7, &[]), "dxc5", "") });
    let (tree, node) = (report.tree.unwrap(), report.node.unwrap());
    assert_eq!((tree.score, tree.bound, tree.nodes), (node.score, node.bound, node.nodes));
}

/// The text between the tags of the element that holds the records.
fn records(page: &str) -> &str {
    let start = page.find("id=\"records\">").expect("records") + "id=\"records\">".len();
    let end = page[start..].find("</script>").expect("an end");
    &page[start..start + end]
}

#[test]
fn the_page_is_self_contained_and_holds_every_record() {
    let mut report = with_tree(6, 3, 50_000);
    report.answer = "</script><script>alert('<!--')</script> & \"quotes\" \u{2028} ·".to_owned();
    let page = report.html();
    for outside in [
        "http:",
        "https:",
        "src=",
        "href=",
        "url(",
        "@import",
        "fetch(",
        "XMLHttpRequest",
        "import(",
        "WebSocket",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    // Markup is the template's alone: opened and closed as often, and no text of ours ends a script.
    for tag in ["html", "head", "body", "style", "main", "header", "div", "form", "aside"] {
        let count = |start: String| page.matches(&start).count();
        assert_eq!(
            count(format!("<{tag}>")) + count(format!("<{tag} ")),
            count(format!("</{tag}>")),
            "{tag}"
        );
    }
    assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (2, 2));
    let read: serde_json::Value = serde_json::from_str(records(&page)).expect("JSON");
    assert_eq!(read, serde_json::to_value(&report).unwrap());
    assert_eq!(read["answer"], report.answer.as_str());
}

#[test]
fn the_page_knows_every_way_a_node_can_end() {
    let page = with_tree(1, 1, 50_000).html();
    let rules = [
        "tt",
        "rfp",
        "razoring",
        "nullmove",
        "probcut",
        "singular",
        "lmp",
        "futility",
        "histprune",
        "see_prune",
        "delta",
    ];
    for key in
        rules.iter().chain(&["move", "exact", "all", "standpat", "draw", "mate", "mate_distance", "horizon"])
    {
        assert!(page.contains(&format!(".k-{key} ")) && page.contains(&format!("{key}: '")), "{key}");
    }
}
