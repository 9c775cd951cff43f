"""The rows about what is read: the conversation, the footer, the screen."""

from __future__ import annotations

from tests.conformance.rows import impossible, proven

TALK = "1 Transcript"
FOOT = "4 Footer, header, notifications"
VIEW = "6 Viewing"

LIVE = "real_pi/test_live_equals_loaded.py::"
LOOKS = "real_pi/test_tool_looks.py::"
TOOLS = "render/test_tools.py::"
BLOCKS = "render/test_blocks.py::"
HISTORY = "session/test_history.py::"
DRAWINGS = "real_pi/test_drawings.py::"
PICTURES = "real_pi/test_pictures.py::"
EXAMPLES = "real_pi/test_example_extensions.py::"
PARTS = "real_pi/test_transcript_on_screen.py::"
BYTES = "real_pi/test_keys_in_bytes.py::"
FIGURES = "real_pi/test_status_line.py::"
COSTS = "real_pi/test_cache_notices.py::"
SCREEN = "ui/transcript/test_transcript.py::"
EVERYTHING = "real_pi/test_everything.py::"
LOOKING = "real_pi/test_looking_into_pi.py::"

READING = (
    proven(
        TALK,
        "User messages, skills taken apart",
        f"{PARTS}test_a_skill_is_one_row_and_the_words_of_the_user",
        f"{BLOCKS}test_a_user_message_has_a_bar_that_is_not_copied",
        f"{HISTORY}test_a_skill_is_taken_apart",
    ),
    proven(
        TALK,
        "LaTeX and mermaid in answers",
        f"{DRAWINGS}test_formulas_and_diagrams_are_drawn_as_they_stream",
        f"{DRAWINGS}test_pi_s_setting_for_diagrams_is_followed",
        "render/test_formulas.py::test_a_formula_of_its_own_takes_the_rows_that_it_needs",
        "render/test_formula_delimiters.py::test_what_is_no_formula_is_shown_as_it_is",
        "render/test_diagrams.py::test_other_kinds",
        "ui/transcript/test_drawings.py::test_final_draws_with_the_end_of_the_answer",
        note="flowcharts, sequences, states, classes, entities; what cannot be drawn is shown as its source",
    ),
    proven(
        TALK,
        "Answers as markdown while they stream",
        "render/test_markdown_streaming.py::test_any_slicing_gives_the_lines_of_one_shot",
        "real_pi/test_skeleton.py::test_text_appears_while_it_streams",
    ),
    proven(
        TALK,
        "Thinking and tool output, folded together and one by one, thinking kept in pi's settings",
        f"{PARTS}test_thoughts_and_output_are_folded_by_a_key_and_thoughts_in_pi_s_settings",
        f"{SCREEN}test_all_thinking_and_all_output_fold_together_and_one_block_by_itself",
        f"{EVERYTHING}test_pi_s_preferences_are_followed",
    ),
    proven(
        TALK,
        "Errors, aborts, answers that were cut off",
        f"{LIVE}test_answers_that_break_off",
        f"{LIVE}test_an_abort_while_a_tool_runs",
    ),
    proven(
        TALK,
        "Tool rows, parallel calls ending in any order",
        f"{LIVE}test_a_story_with_thoughts_parallel_tools_and_a_diff",
        "session/test_streaming.py::test_parallel_calls_end_in_any_order",
    ),
    proven(
        TALK,
        "bash: live tail, exit status, full output",
        f"{LOOKS}test_shell",
        f"{TOOLS}test_bash_shows_the_end_of_its_output_and_how_it_ended",
        f"{TOOLS}test_bash_names_the_file_of_its_full_output",
    ),
    proven(
        TALK,
        "read: one line, content when opened",
        f"{LOOKS}test_files",
        f"{TOOLS}test_an_open_read_shows_the_content_without_pi_s_note",
    ),
    proven(
        TALK,
        "edit: numbered diff with changed words",
        f"{LOOKS}test_files",
        f"{TOOLS}test_an_edit_shows_its_diff_and_counts",
        f"{TOOLS}test_an_edit_shows_what_it_is_going_to_do",
    ),
    proven(
        TALK,
        "write: content while the arguments stream",
        f"{LOOKS}test_files",
        f"{TOOLS}test_a_write_shows_its_content_as_it_streams",
    ),
    proven(
        TALK,
        "grep, find, ls",
        f"{LOOKS}test_searches_and_what_does_not_exist",
        f"{TOOLS}test_a_search_says_how_much_it_found",
    ),
    proven(
        TALK,
        "codemode with its calls inside",
        f"{LOOKS}test_codemode",
        f"{TOOLS}test_codemode_shows_its_calls_as_a_tree",
        note="pi 1.6.0",
    ),
    proven(
        TALK,
        "Unknown tools and denied calls",
        f"{LIVE}test_calls_that_were_refused_and_that_failed",
        f"{LIVE}test_a_call_that_an_extension_blocked",
    ),
    impossible(
        TALK,
        "Tools and messages drawn by extensions",
        "drawn by the generic look; said once by name",
        f"{EXAMPLES}test_a_tool_that_draws_is_named_with_where_it_works",
    ),
    proven(
        TALK,
        "Pictures inside the conversation",
        f"{PICTURES}test_a_picture_that_pi_has_read_is_shown_and_can_be_opened",
        "render/test_pictures.py::test_a_picture_stands_below_its_chip_and_nothing_of_it_is_copied",
        "ui/transcript/test_pictures.py::test_a_picture_comes_without_moving_what_is_around_it",
        f"{TOOLS}test_an_image_is_a_chip",
        note="in half blocks, two pixels to a cell, with the extra `images`; `o` opens the image itself",
    ),
    proven(
        TALK,
        "Compaction: mark, figures, what was before stays",
        f"{LIVE}test_a_compaction_keeps_what_was_before",
        f"{BLOCKS}test_a_compaction_is_a_mark_with_its_figures",
    ),
    proven(
        TALK,
        "Branch summaries",
        "real_pi/test_navigation.py::test_a_summary_is_an_entry_and_to_be_read",
        f"{BLOCKS}test_a_branch_summary_folds",
    ),
    proven(
        TALK,
        "Messages and entries of extensions",
        f"{LIVE}test_messages_of_extensions_and_commands_without_a_run",
        f"{HISTORY}test_an_entry_that_an_extension_appended_is_shown_once",
    ),
    proven(
        TALK,
        "! and !! output",
        f"{LIVE}test_shell_commands_of_the_user",
        f"{BLOCKS}test_a_shell_command_kept_from_the_model_says_so",
    ),
    proven(
        TALK,
        "System messages are not drawn; the prompt can be read",
        f"{LOOKING}test_the_context_and_the_changelog_and_the_records_can_be_read",
    ),
    proven(
        TALK,
        "Notices of cache misses, cache warming and the bill of a compaction",
        f"{COSTS}test_stored_misses_and_warming_are_told_as_pi_tells_them",
        f"{COSTS}test_a_miss_is_told_as_it_happens_and_when_it_is_loaded",
        f"{COSTS}test_nothing_is_told_by_default_and_the_setting_counts_from_the_next_answer",
        "session/test_cache_notices.py::test_warming_is_told_together_and_counts_as_a_request",
    ),
    proven(
        TALK,
        "Errors of extensions",
        "real_pi/test_dialogs.py::test_a_failing_command_is_a_red_line_and_the_run_goes_on",
    ),
    proven(
        TALK,
        "Failed attempts stay, marked",
        f"{HISTORY}test_failed_attempts_stay_but_are_marked",
        f"{LIVE}test_retries_that_all_fail",
    ),
    proven(
        FOOT,
        "Folder, git branch, session name",
        f"{FIGURES}test_the_head_has_name_folder_and_branch",
        "real_pi/test_sessions_on_screen.py::test_another_folder_is_asked_about_before_anything_of_it_is_loaded",
    ),
    proven(
        FOOT,
        "Model, provider if there are several, thinking, context, tokens, cache and its hit rate, cost",
        f"{FIGURES}test_it_has_the_figures_of_pi",
        f"{FIGURES}test_a_loaded_session_has_its_hit_rate_too",
        f"{FIGURES}test_the_provider_is_named_when_there_is_more_than_one",
        "ui/test_status.py::test_a_narrow_line_keeps_the_model_longest_then_context_then_cost",
        "ui/test_status.py::test_a_full_context_takes_a_colour_and_a_sign",
        "ui/test_status.py::test_an_unknown_context_is_a_question_mark",
    ),
    proven(
        FOOT,
        "“(sub)” for a subscription, the routed model of a virtual one",
        f"{FIGURES}test_a_subscription_is_told_and_an_api_key_is_not",
        f"{FIGURES}test_a_virtual_model_names_the_one_that_has_answered",
        note="with a login that was never used",
    ),
    proven(
        FOOT,
        "Statuses of extensions",
        f"{EXAMPLES}test_status_line",
        "session/test_extension_ui.py::test_statuses_and_widgets_come_and_go",
    ),
    proven(
        FOOT,
        "Widgets above and below the editor",
        f"{EXAMPLES}test_widget_placement",
        "ui/test_extension_widgets.py::test_each_widget_stands_where_it_wants",
    ),
    impossible(
        FOOT,
        "Footer, header, overlays drawn by extensions",
        "said once by name",
        "real_pi/test_lacking.py::test_what_needs_the_own_tui_of_pi_is_told_once_by_name",
    ),
    proven(
        FOOT,
        "Notifications",
        f"{EXAMPLES}test_rpc_demo",
        "session/test_extension_ui.py::test_notifications_are_kept_within_bounds",
    ),
    proven(
        FOOT,
        "What was loaded: context files, skills, version, trust; changelog",
        f"{LOOKING}test_the_context_and_the_changelog_and_the_records_can_be_read",
    ),
    proven(
        FOOT,
        "Warnings of the start",
        f"{PARTS}test_what_pi_warns_of_at_its_start_stands_in_the_conversation",
        f"{HISTORY}test_the_warnings_of_a_start_survive_the_load",
    ),
    proven(
        VIEW,
        "Fixed editor, scrolling, wheel, scrollbar",
        f"{BYTES}test_the_conversation_is_scrolled_and_gone_through",
        f"{BYTES}test_who_has_scrolled_up_stays_while_the_answer_grows",
        f"{SCREEN}test_page_up_and_down_come_back",
        f"{SCREEN}test_the_wheel_scrolls",
        "ui/transcript/test_paint.py::test_the_thumb_shows_the_ends_only_at_the_ends",
    ),
    proven(
        VIEW,
        "From prompt to prompt",
        f"{BYTES}test_the_conversation_is_scrolled_and_gone_through",
        f"{SCREEN}test_from_prompt_to_prompt",
    ),
    proven(
        VIEW,
        "Find, also in what is folded",
        f"{BYTES}test_the_conversation_is_scrolled_and_gone_through",
        f"{PARTS}test_a_skill_is_one_row_and_the_words_of_the_user",
        "ui/transcript/test_find.py::test_goes_through_all_and_round",
        "ui/transcript/test_find.py::test_what_a_hit_opened_is_folded_again",
    ),
    proven(
        VIEW,
        "Jump to the latest, select and copy, click to fold",
        f"{SCREEN}test_a_click_on_the_mark_goes_to_the_end",
        "ui/transcript/test_selection.py::test_a_soft_wrap_is_no_line_end",
        f"{SCREEN}test_a_click_on_a_head_folds_and_its_row_stays",
    ),
    proven(
        VIEW,
        "Themes: dark, light, terminal, pi's own files, live preview",
        f"{EVERYTHING}test_a_theme_is_seen_while_the_cursor_is_on_it_and_left_by_escape",
        "disk/test_pi_themes.py::test_every_way_to_write_a_colour",
        "ui/test_theme_choice.py::test_whatever_colours_a_theme_of_pi_has_its_text_can_be_read",
        "ui/test_palette.py::test_every_style_can_be_read_on_the_theme_s_background",
    ),
    proven(
        VIEW,
        "NO_COLOR and no motion",
        f"{BYTES}test_no_color_is_obeyed",
        "ui/transcript/test_paint.py::test_no_color_is_obeyed",
        f"{EVERYTHING}test_pitui_s_own_settings_go_into_its_file",
    ),
    proven(
        VIEW,
        "keybindings.json",
        f"{EVERYTHING}test_the_user_s_keys_work_and_a_clash_is_told",
        "ui/test_keys.py::test_keys_of_pi_are_understood",
    ),
)
