/** Unsent comments of this tab: closing the record does not lose them. */
import type { CommentMention } from '../../../common/protocol/comments';

export interface UnsentComment {
  readonly text: string;
  /** The people picked so far. */
  readonly picked: readonly CommentMention[];
}
export const NOTHING_TYPED: UnsentComment = { text: '', picked: [] };

const unsent = new Map<string, UnsentComment>();

export const getUnsentComment = (key: string): UnsentComment => unsent.get(key) ?? NOTHING_TYPED;
export function setUnsentComment(key: string, comment: UnsentComment): void {
  if (comment.text === '') unsent.delete(key);
  else unsent.set(key, comment);
}
