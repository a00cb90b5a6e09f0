/** Texts of the designer: what prevents a design from being applied, and what to do. */
export const designer = {
  /** By the code of a `DesignProblem`. */
  problems: {
    value_invalid: '“{{property}}” has a value that cannot be stored. Enter it again.',
    table_name_required: 'Enter the name of the data table.',
    fields_missing: 'Select a table or add a field: the design has no fields besides the primary key.',
    primary_key_missing: 'Add the primary key: exactly one primary key field must be designed.',
    primary_key_twice: 'Delete all primary keys but one: exactly one primary key field must be designed.',
    primary_key_name: 'Name the primary key “id”.',
    too_many_fields: 'Delete fields or split the table: a design has at most {{max}} fields.',
    name_required: 'Enter a name for the field.',
    name_invalid:
      'Change the name “{{name}}”: lower-case letters, digits and single underscores, beginning with a letter, at most {{max}} characters.',
    name_engine: 'Choose another name than “{{name}}”, which the system uses itself.',
    name_standard:
      'Choose another name than “{{name}}”: every table has this column. Show it with the standard list columns.',
    name_sql:
      'Choose another name than “{{name}}”, which is a word of SQL. A longer name such as “{{name}}_item” works.',
    table_taken: 'Choose another name: the table “{{name}}” exists already.',
    name_duplicate: 'Rename one of the fields named “{{name}}”.',
    table_label_missing: 'Enter the names of one row and of the list in English and Chinese.',
    label_missing: 'Enter a label in English and Chinese.',
    label_duplicate: 'Change the label “{{label}}”: the field “{{other}}” has the same.',
    help_one_language: 'Enter the help in both languages, or in neither.',
    heading_one_language: 'Enter the heading in both languages, or in neither.',
    kind_unknown: 'Choose the kind of the field.',
    menu_unknown: 'Choose a menu group from the list: “{{name}}” does not exist.',
    icon_missing: 'Choose an icon.',
    title_missing: 'Choose the field whose value names a row.',
    title_unfit:
      'Choose another title field than “{{name}}”: it must be short, not secret, and required or with a default.',
    sort_unfit: 'Sort by another field than “{{name}}”: it does not exist, or lists cannot be sorted by it.',
    owner_unfit: 'Choose another owner field than “{{name}}”: it must be a reference to admins.',
    tree_unfit: 'Choose another parent field than “{{name}}”: it must be a reference to this table itself.',
    status_missing:
      'Add a choice “status” with the value 1 for enabled rows, or choose other rows that members and guests can read.',
    merge_invalid:
      'Correct the fields that merge together: groups of two or more fields of this design, each field in one group.',
    list_empty: 'Show at least one column in the list.',
    list_unfit: 'Remove the field from the list: its values are secret or too long.',
    required_not_in_form: 'Show the field in the form, give it a default, or do not require it.',
    options_invalid: 'Correct the other options: a JSON object is needed.',
    option_invalid: 'Correct “{{option}}” in the other options: its value has another form.',
    option_unknown: 'Remove “{{option}}” from the other options: no such option exists.',
    option_needs_code: 'Remove “{{option}}” from the other options: it needs program code, which a design has not.',
    default_invalid: 'Correct the default “{{value}}”: the field cannot have this value.',
    default_backslash: 'Remove the backslash from the default.',
    choices_missing: 'Add at least one choice.',
    choices_invalid:
      'Correct choice {{number}}: it needs a name of lower-case letters, digits and underscores, and a whole number or a short word as value.',
    choices_mixed: 'Give all choices numbers or all choices words as values.',
    choice_duplicate: 'Change choice {{number}}: another choice has the same name or value.',
    choice_label_missing: 'Enter the label of choice {{number}} in English and Chinese.',
    too_many_choices: 'Delete choices: a field has at most {{max}}.',
    rendering_unknown: 'Choose how the choices are entered.',
    transitions_invalid:
      'Correct transition {{number}}: it needs a name of its own, choices it starts from and the choice it leads to.',
    locked_invalid: 'Choose the choices that lock a row from those of the field.',
    locked_twice: 'Lock rows by one field only: “{{other}}” locks them already.',
    min_above_max: 'Lower the minimum {{min}} or raise the maximum {{max}}.',
    length_out_of_bounds: 'Enter a greatest length from {{min}} to {{max}}.',
    pattern_unknown: 'Choose a validation from the list.',
    unique_unfit: 'Turn “unique” off: only texts of at most {{max}} characters and references can be unique.',
    search_unfit: 'Turn quick search off: only texts of at most {{max}} characters can be searched.',
    target_missing: 'Choose the table that the field refers to.',
    target_unknown: 'Choose another table: “{{name}}” does not exist.',
    row_too_large:
      'Shorten texts by {{bytes}} bytes in total, or allow more than 255 characters: longer texts are stored outside the row. A row of MariaDB has {{max}} bytes.',
    row_too_wide:
      'Delete fields, or allow at least 64 characters in short texts: together they need {{bytes}} bytes more than a page of the database has.',
    other: 'Correct the definition: {{text}}.',
  },
} as const;
