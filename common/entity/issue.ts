/** One thing wrong with an input: where, what, and the numbers its sentence needs. Words are in `locales/<lang>/issues`. */
export const ISSUE_CODES = [
  'required',
  'either',
  'type',
  'characters',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_many',
  'too_deep',
  'unsafe_key',
  'whole',
  'number',
  'money',
  'zero',
  'date',
  'datetime',
  'future',
  'to_come',
  'time',
  'year',
  'choice',
  'id',
  'email',
  'mobile',
  'phone',
  'url',
  'link',
  'unembeddable',
  'unframed',
  'no_screen',
  'account',
  'name',
  'slug',
  'path',
  'node',
  'variable',
  'css',
  'package',
  'icon',
  'color',
  'area',
  'password',
  'password_common',
  'mobile_country',
  'password_old',
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
  'removed_row',
  'self_parent',
  'child_parent',
  'has_children',
  'move',
  'fixed',
  'beyond_rights',
  'unknown_field',
  'unknown_operator',
  'unknown_key',
  'unsortable',
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

export interface Issue {
  /** Field, with the place in a list or batch: `cat_ids.2`, `list.3.title`. Empty: the whole input. */
  readonly path: string;
  readonly code: IssueCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What is wrong with one value, before it is known where the value stands. */
export interface Trouble {
  readonly code: IssueCode;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Place within a list. */
  readonly at?: number;
}
