"""The rows about what is done: commands and pickers."""

from __future__ import annotations

from tests.conformance.rows import impossible, proven

COMMAND = "5 Commands and selectors"

WRITING = "real_pi/test_writing.py::"
EVERYTHING = "real_pi/test_everything.py::"
LOOKING = "real_pi/test_looking_into_pi.py::"
SESSIONS = "real_pi/test_sessions_on_screen.py::"
MOVES = "real_pi/test_navigation.py::"
FIGURES = "real_pi/test_commands_on_screen.py::"
OUTSIDE = "real_pi/test_outside.py::"
TREE = "real_pi/test_tree_on_screen.py::"
LIVE = "real_pi/test_live_equals_loaded.py::"

COMMANDING = (
    proven(
        COMMAND,
        "/model, next and previous model, default",
        f"{FIGURES}test_a_model_is_chosen_from_the_list_and_by_name",
        f"{FIGURES}test_the_models_can_be_gone_through_and_back",
        f"{FIGURES}test_a_default_is_saved_beside_the_other_settings",
    ),
    proven(
        COMMAND,
        "/thinking, next level",
        f"{FIGURES}test_thinking_is_switched_by_key_and_by_name_and_nothing_else_is_taken",
    ),
    proven(
        COMMAND,
        "/scoped-models",
        f"{LOOKING}test_the_models_to_go_through_are_chosen_and_ordered",
    ),
    proven(
        COMMAND,
        "/settings: pi's by RPC or by its file, pitui's own by its file",
        f"{LOOKING}test_settings_are_changed_where_they_belong",
        f"{EVERYTHING}test_pitui_s_own_settings_go_into_its_file",
        "test_config.py::test_a_change_keeps_comments_and_order",
    ),
    proven(
        COMMAND,
        "/new",
        f"{LIVE}test_a_new_session_in_the_middle_of_a_run",
        f"{EVERYTHING}test_the_palette_chooses_models_sessions_themes_and_settings",
    ),
    proven(
        COMMAND,
        "/resume: threads, search, names, trash",
        f"{SESSIONS}test_a_session_is_found_by_what_was_said_in_it_and_opened",
        f"{SESSIONS}test_forks_stand_below_what_they_came_from",
        f"{SESSIONS}test_a_name_is_given_and_a_session_is_thrown_away",
        "disk/test_session_files.py::test_a_list_of_two_thousand_comes_in_slices_and_leaves_the_files_alone",
    ),
    proven(
        COMMAND,
        "A session whose folder is gone",
        f"{SESSIONS}test_a_session_whose_folder_is_gone_goes_on_as_a_copy_here",
    ),
    proven(
        COMMAND,
        "/tree: filters, search, folds, go on in place, summary, label",
        f"{TREE}test_going_on_in_place_keeps_the_draft_and_shows_the_branch",
        f"{TREE}test_with_a_summary_under_instructions",
        "ui/test_tree_screen.py::test_each_filter_by_its_key",
    ),
    proven(
        COMMAND,
        "/fork",
        f"{MOVES}test_fork_begins_a_file_before_the_message",
        f"{TREE}test_fork_clone_and_label",
    ),
    proven(COMMAND, "/clone", f"{MOVES}test_clone_copies_the_branch_into_a_file"),
    proven(
        COMMAND,
        "/compact",
        f"{FIGURES}test_a_compaction_says_what_it_saved_and_the_context_is_unknown_then",
        f"{MOVES}test_nothing_moves_while_pi_compacts",
    ),
    proven(
        COMMAND,
        "/export as a page, and the branch as jsonl",
        f"{LOOKING}test_a_session_is_exported_as_a_page",
        f"{SESSIONS}test_an_exported_branch_can_be_imported",
    ),
    proven(
        COMMAND,
        "/import",
        f"{SESSIONS}test_an_exported_branch_can_be_imported",
        "disk/test_session_edit.py::test_an_import_never_overwrites",
    ),
    proven(
        COMMAND,
        "/copy",
        "real_pi/test_keys_in_bytes.py::test_the_last_answer_goes_to_the_terminals_clipboard",
        "ui/transcript/test_selection.py::test_the_last_answer_is_all_its_text_and_nothing_else",
        "ui/test_clipboard.py::test_the_sequence_carries_the_text",
    ),
    proven(
        COMMAND,
        "/share",
        f"{LOOKING}test_a_session_is_shared_only_after_it_was_said_so",
        note="as a gist; pi's other destination, Radius, is in /pi",
    ),
    impossible(
        COMMAND,
        "/bug",
        "/debug shows the latest records instead",
        f"{LOOKING}test_the_context_and_the_changelog_and_the_records_can_be_read",
    ),
    proven(COMMAND, "/name", f"{SESSIONS}test_a_name_is_given_and_a_session_is_thrown_away"),
    proven(COMMAND, "/session", f"{FIGURES}test_the_figures_name_file_folder_and_every_model"),
    proven(
        COMMAND,
        "Automatic compaction and retries, switched",
        f"{FIGURES}test_automatic_compaction_and_retries_are_switched",
    ),
    proven(
        COMMAND,
        "/trust",
        f"{FIGURES}test_a_project_is_asked_about_before_pi_starts",
        "disk/test_pi_files.py::test_the_nearest_decision_counts",
    ),
    proven(
        COMMAND,
        "No usable model: a way to one, an API key can be stored",
        f"{FIGURES}test_without_a_model_the_way_to_one_is_shown_and_a_stored_key_is_enough",
        "disk/test_pi_files.py::test_a_key_is_private_and_beside_the_others",
    ),
    proven(
        COMMAND,
        "/login, /logout",
        "real_pi/test_login.py::test_a_key_is_stored_its_models_can_be_used_and_it_is_removed_again",
        "real_pi/test_login.py::test_a_login_that_is_left_changes_nothing",
        "real_pi/test_login.py::test_nobody_logs_in_over_a_run_of_an_old_pi_and_a_run_of_a_new_one_goes_on",
        note="in pi's own words on the terminal; with a provider that takes a key to the end, "
        "with one that wants an account up to its question",
    ),
    proven(
        COMMAND,
        "/reload",
        f"{EVERYTHING}test_a_reload_brings_new_templates_keys_and_themes",
        "real_pi/test_bridge.py::test_reload_tools_context_and_models",
    ),
    proven(COMMAND, "/hotkeys, with clashes", f"{EVERYTHING}test_the_user_s_keys_work_and_a_clash_is_told"),
    proven(
        COMMAND,
        "/mcp",
        f"{LOOKING}test_the_servers_of_mcp_are_managed_by_dialogs_where_pi_has_them",
        note="a command of pi 1.6.0 that asks by dialogs; no server was connected",
    ),
    impossible(COMMAND, "/llama", "pi itself answers that it needs its TUI: /pi"),
    proven(COMMAND, "/changelog", f"{LOOKING}test_the_context_and_the_changelog_and_the_records_can_be_read"),
    proven(
        COMMAND,
        "/debug",
        f"{LOOKING}test_the_context_and_the_changelog_and_the_records_can_be_read",
        "client/test_latest.py::test_keys_are_hidden",
    ),
    proven(COMMAND, "/quit", "real_pi/test_written_bytes.py::test_the_title_is_set_and_given_back"),
    proven(
        COMMAND,
        "Templates, skills, commands of extensions",
        f"{WRITING}test_commands_of_all_sources_are_offered_and_completed",
        f"{WRITING}test_an_unknown_command_stays_with_a_hint",
    ),
    proven(
        COMMAND,
        "Active tools",
        f"{LOOKING}test_tools_are_switched",
        note="pi's TUI has only options for this",
    ),
    proven(
        COMMAND,
        "What the model sees",
        f"{LOOKING}test_the_context_and_the_changelog_and_the_records_can_be_read",
        note="pi's TUI has nothing for this",
    ),
    proven(
        COMMAND,
        "Trust is asked before anything of a project is loaded",
        f"{SESSIONS}test_another_folder_is_asked_about_before_anything_of_it_is_loaded",
    ),
    proven(
        COMMAND,
        "Everything in one searchable list",
        f"{EVERYTHING}test_the_palette_has_everything_and_does_it",
        "ui/test_reference.py::test_every_rpc_command_of_pi_is_behind_an_action",
    ),
    proven(
        COMMAND,
        "/pi: pi's own TUI on the same session, and back",
        f"{OUTSIDE}test_pis_own_screen_comes_and_goes_and_what_happened_there_is_here",
    ),
    proven(
        COMMAND,
        "--view: a session file or a stream, without pi",
        f"{OUTSIDE}test_a_session_file_is_read_without_pi_and_without_a_trace",
        f"{OUTSIDE}test_a_stream_is_shown_as_it_comes_and_keys_still_work",
    ),
)
