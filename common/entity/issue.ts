/** A problem of an input: its path, its code and the parameters of its text. The texts are in `locales/<lang>/issues`. */
import type { Lang } from '../lang';

export const ISSUE_CODES = [
  'required',
  'required_hidden',
  'either',
  'value_or_clear',
  'type',
  'characters',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_many',
  'too_deep',
  'too_many_tags',
  'too_many_marks',
  'unsafe_key',
  'whole',
  'number',
  'money',
  'decimals',
  'zero',
  'date',
  'datetime',
  'future',
  'second_person',
  'to_come',
  'passed',
  'after_start',
  'consent',
  'website_template',
  'template_used',
  'too_early',
  'before_history',
  'in_future',
  'time',
  'time_zone',
  'currency',
  'year',
  'choice',
  'choice_of',
  'choice_like',
  'id',
  'email',
  'mobile',
  'phone',
  'url',
  'no_public_url',
  'private_url',
  'link',
  'unembeddable',
  'unframed',
  'no_screen',
  'no_route',
  'address_taken',
  'button_parent',
  'only_buttons',
  'account',
  'name',
  'person_name',
  'slug',
  'path',
  'node',
  'variable',
  'css',
  'css_length',
  'unix_time',
  'sheet_columns',
  'sheet_rows',
  'sheet_cell',
  'sheet_empty',
  'package',
  'icon',
  'color',
  'area',
  'password',
  'password_common',
  'mobile_country',
  'password_old',
  'password_same',
  'password_repeat',
  'password_wrong',
  'password_profile',
  'captcha',
  'code_wrong',
  'code_unknown',
  'code_expired',
  'code_spent',
  'code_yours',
  'taken',
  'no_rule',
  'missing_row',
  'no_match',
  'several_matches',
  'picture',
  'file',
  'removed_row',
  'self_parent',
  'child_parent',
  'has_children',
  'group_parent',
  'second_level',
  'move',
  'fixed',
  'beyond_rights',
  'unknown_field',
  'unknown_operator',
  'unknown_key',
  'unsortable',
  'operator_closed',
  'closed',
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];
/** Codes that only the server finds: their texts are not in the client bundle. */
export type ServerIssueCode =
  | 'css'
  | 'css_length'
  | 'unix_time'
  | 'sheet_columns'
  | 'sheet_rows'
  | 'sheet_cell'
  | 'sheet_empty'
  | 'choice_of'
  | 'choice_like';

export interface Issue {
  /** Field, with the index in a list or batch: `cat_ids.2`, `list.3.title`. Empty: the whole input. */
  readonly path: string;
  readonly code: IssueCode;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The message of the definition in each language; it replaces that of the code. */
  readonly message?: Readonly<Record<Lang, string>>;
}

/** A problem of one value, without the path of the value. */
export interface ValueIssue {
  readonly code: IssueCode;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Place within a list. */
  readonly at?: number;
}
