/** Responses of the comment routes. */

export interface CommentPerson {
  readonly id: number;
  readonly name: string;
  readonly avatar: string;
}
export interface CommentMention {
  readonly id: number;
  /** The name after `@` in the text. */
  readonly name: string;
}
export interface RecordComment {
  readonly id: number;
  readonly author: CommentPerson;
  readonly body: string;
  /** Unix seconds. */
  readonly at: number;
  readonly mentions: readonly CommentMention[];
  readonly canDelete: boolean;
}
export interface CommentList {
  /** Oldest first. */
  readonly list: readonly RecordComment[];
  /** Whether there are older comments. */
  readonly more: boolean;
  readonly total: number;
}
