"""The rows about what is done: the editor and the queue."""

from __future__ import annotations

from tests.conformance.rows import impossible, proven

EDIT = "2 Editor and input"
QUEUE = "3 Queue, stop, retry, compaction"

WRITING = "real_pi/test_writing.py::"
EDITOR = "ui/test_editor.py::"
WAITING = "real_pi/test_queue.py::"
EVERYTHING = "real_pi/test_everything.py::"
LOOKING = "real_pi/test_looking_into_pi.py::"
MOVES = "real_pi/test_navigation.py::"
TREE = "real_pi/test_tree_on_screen.py::"
PARTS = "real_pi/test_transcript_on_screen.py::"
BYTES = "real_pi/test_keys_in_bytes.py::"
LIVE = "real_pi/test_live_equals_loaded.py::"

DOING = (
    proven(
        EDIT,
        "Send, new line",
        f"{BYTES}test_lines_are_broken_sent_steered_and_followed_up",
        f"{EDITOR}test_lines_are_broken_by_three_keys_and_sent_by_two",
    ),
    proven(
        EDIT,
        "Completion of commands from all sources, hints of templates",
        f"{WRITING}test_commands_of_all_sources_are_offered_and_completed",
        "complete/test_tokens.py::test_the_hint_of_a_template_is_in_its_frontmatter",
    ),
    proven(
        EDIT,
        "@ completes files, images are attached",
        f"{WRITING}test_files_are_completed_and_images_attached",
        "complete/test_files.py::test_ignore_files_count_with_git",
    ),
    proven(
        EDIT,
        "History, kept for the next run",
        f"{WRITING}test_up_from_an_empty_editor_goes_to_the_queue_else_to_history",
        "complete/test_history.py::test_the_next_run_has_it_again_and_nobody_else_may_read_it",
    ),
    proven(
        EDIT,
        "Large pastes as markers",
        f"{WRITING}test_a_paste_is_whole_wherever_it_goes",
        f"{EDITOR}test_a_paste_opens_in_place",
    ),
    proven(
        EDIT,
        "Paste an image",
        f"{PARTS}test_an_image_is_pasted_by_its_key_and_goes_to_pi",
        "ui/test_image_files.py::test_the_clipboard_is_read_by_the_program_of_the_display",
        f"{WAITING}test_images_stay_with_their_message",
    ),
    proven(
        EDIT,
        "External editor",
        "real_pi/test_external_editor.py::test_the_draft_goes_to_the_editor_of_pi_s_settings_and_comes_back",
        "session/test_draft.py::test_another_editor_gets_the_text_in_full_and_the_markers_come_back",
    ),
    proven(
        EDIT,
        "Kill ring, undo, moves by word",
        f"{EDITOR}test_kills_that_follow_each_other_are_yanked_as_one",
        f"{EDITOR}test_a_paste_is_one_thing_to_every_key",
    ),
    proven(
        EDIT,
        "Jump to a character (ctrl+])",
        "real_pi/test_terminal.py::test_a_character_is_jumped_to_by_the_bytes_of_a_plain_terminal",
        f"{EDITOR}test_a_jump_goes_to_the_next_occurrence_over_lines_and_back",
    ),
    proven(
        EDIT,
        "! and !! with live output, stopped by Esc",
        f"{WRITING}test_a_shell_command_runs_live_and_escape_ends_it",
    ),
    proven(
        EDIT,
        "Three ! commands, then a prompt: the model sees those that were not !!",
        f"{LOOKING}test_what_shell_commands_gave_goes_to_the_model_before_the_prompt_unless_kept_from_it",
    ),
    proven(
        EDIT,
        "The editor's line shows the thinking level",
        "real_pi/test_commands_on_screen.py::test_thinking_is_switched_by_key_and_by_name_and_nothing_else_is_taken",
    ),
    proven(
        EDIT,
        "Ctrl+C, Ctrl+D, Ctrl+Z",
        f"{BYTES}test_ctrl_c_clears_then_quits",
        "real_pi/test_terminal.py::test_ctrl_d_leaves_the_terminal_as_it_was",
        "real_pi/test_terminal.py::test_the_whole_screen_is_there_again_after_suspending",
        note="ctrl+z: Textual's own suspension",
    ),
    proven(
        EDIT,
        "Esc twice: tree, fork or nothing, as pi's settings say",
        f"{TREE}test_the_tree_is_opened_by_two_escs_and_by_name",
        f"{EVERYTHING}test_pi_s_preferences_are_followed",
    ),
    proven(
        EDIT,
        "Texts that extensions put into the editor",
        "real_pi/test_dialogs.py::test_a_text_for_the_editor_never_destroys_a_draft",
    ),
    impossible(EDIT, "Editors, completions, shortcuts of extensions", "pi's RPC mode does not hand them on"),
    proven(
        QUEUE,
        "Steer",
        "real_pi/test_client.py::test_a_correction_is_steered_in_and_a_follow_up_comes_after",
        f"{WRITING}test_the_queue_is_changed_by_keys_while_the_run_goes_on",
    ),
    proven(
        QUEUE,
        "Follow up",
        f"{BYTES}test_lines_are_broken_sent_steered_and_followed_up",
        f"{WAITING}test_a_delivered_message_is_the_edited_one_and_in_its_new_lane",
    ),
    proven(
        QUEUE,
        "What waits is shown and can be changed",
        f"{WAITING}test_a_reordered_queue_is_delivered_in_its_new_order",
        "real_pi/test_queue_random.py::test_no_message_is_lost_or_doubled",
    ),
    proven(
        QUEUE,
        "All back into the editor, also where pi has no clear_queue",
        f"{WRITING}test_alt_up_takes_back_and_the_run_goes_on",
        f"{WAITING}test_what_is_already_in_the_queue_of_an_old_pi_does_not_run",
    ),
    proven(
        QUEUE,
        "Esc stops and gives every word back",
        f"{WRITING}test_escape_brings_everything_back_above_the_draft",
        f"{WAITING}test_a_stop_gives_everything_back_in_order",
    ),
    proven(
        QUEUE,
        "What Esc ends first",
        "real_pi/test_dialogs.py::test_esc_cancels_the_dialog_and_not_the_run",
        f"{LIVE}test_a_retry_that_is_cancelled",
        f"{MOVES}test_a_summary_is_stopped_by_what_stops_a_run",
    ),
    proven(
        QUEUE,
        "Retry with its countdown",
        f"{PARTS}test_the_wait_for_another_attempt_counts_down",
        "render/test_blocks.py::test_a_retry_counts_down",
        "real_pi/test_commands_on_screen.py::test_escape_ends_the_wait_before_another_attempt",
        "real_pi/test_skeleton.py::test_working_stands_through_a_retry",
    ),
    proven(
        QUEUE,
        "Compaction while it runs",
        f"{PARTS}test_working_and_compacting_are_told_with_their_time",
        "session/test_phase.py::test_a_manual_compaction_needs_no_run",
        "render/test_blocks.py::test_a_compaction_that_runs_or_fails_says_so",
    ),
    proven(
        QUEUE,
        "What is sent while pi compacts waits",
        f"{WRITING}test_what_is_sent_while_pi_compacts_waits_and_goes_out_then",
    ),
    proven(
        QUEUE,
        "Working indicator with the time",
        f"{PARTS}test_working_and_compacting_are_told_with_their_time",
        "real_pi/test_skeleton.py::test_working_stands_through_a_retry",
    ),
    impossible(QUEUE, "Working message and indicator of an extension", "pi's RPC mode does not hand them on"),
    proven(
        QUEUE, "Title of the terminal", "real_pi/test_written_bytes.py::test_the_title_is_set_and_given_back"
    ),
    proven(
        QUEUE,
        "Progress in the terminal's tab (OSC 9;4)",
        f"{BYTES}test_the_tab_shows_that_pi_works_if_that_is_wanted",
        "ui/test_terminal_progress.py::test_it_is_told_while_pi_works_and_taken_away",
    ),
    proven(
        QUEUE,
        "Program status (OSC 7501): working, blocked, done, failed",
        "real_pi/test_program_status.py::test_a_terminal_that_understands_is_told_what_pi_does",
        "real_pi/test_program_status.py::test_a_compaction_and_a_new_session_are_told",
        "real_pi/test_program_status.py::test_who_does_not_answer_is_told_nothing",
        "real_pi/test_program_status.py::test_the_variable_goes_before_the_question",
    ),
    proven(
        QUEUE,
        "Calling the user back",
        "real_pi/test_written_bytes.py::test_a_waiting_dialog_rings_once_when_the_terminal_has_no_focus",
        "ui/test_ring.py::test_it_rings_once_and_only_when_the_terminal_has_no_focus",
        note="pi's TUI has nothing for this",
    ),
)
