/**
 * Undoing a merge decision: the earlier text becomes the base again, so that the next save reports the conflict instead of overwriting.
 */
import type { Db } from '../../context';
import { rowLockClause } from '../../platform/database/sql';
import type { LiveNamespace } from '../sockets/connection';
import { mergeIntoDraft } from './mergeIntoDraft';
import { announceState, type OpenDraft } from './openDraft';
import { parseHtmlDocument } from './richText/parseHtmlDocument';
import { hashText, readDraft, setBase } from './draftRepository';
import { readSuggestionDocument, removeSuggestions } from './suggestions/suggestions';

/** Whether the text of the draft can have one of the passages. */
function hasText({ doc }: OpenDraft, passages: readonly string[]): boolean {
  const { textContent } = removeSuggestions(readSuggestionDocument(doc));
  return passages.some((passage) => textContent.includes(parseHtmlDocument(passage).textContent));
}

/** Call it after a change of the draft is stored. */
export async function reopenConflict(
  { db, namespace }: { readonly db: Db; readonly namespace: LiveNamespace },
  draft: OpenDraft,
): Promise<void> {
  const { contest, key } = draft;
  if (contest === undefined || draft.base !== hashText(contest.to) || !hasText(draft, contest.passages)) return;
  const { passages } = mergeIntoDraft(draft.doc, contest);
  if (!passages.some((passage) => contest.passages.includes(passage))) return;
  const base = hashText(contest.from);
  const isReopened = await db.transact(async (tx) => {
    const stored = await readDraft(tx, key, draft.last, rowLockClause(db.dialect));
    if (stored?.epoch !== draft.epoch || stored.base !== draft.base) return false;
    await setBase(tx, key, base, stored.writers);
    return true;
  });
  if (!isReopened) return;
  draft.base = base;
  draft.isBehind = true;
  announceState(draft, namespace, { base });
}
