/** Finds a text that a record had earlier in its history. */
import type { Json } from '../../../common/entity/field';
import type { SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import type { Tx } from '../../context';
import { loadFieldNameChanges, withPresentNames } from '../log/fieldNames';
import { hashText } from './draftRepository';

/** Entries of the history that are searched, and those that one query reads. */
const MAX_ENTRIES = 200;
const PAGE = 10;

export interface EarlierText {
  readonly html: string | null;
  /** Who changed the text last, and when in Unix milliseconds. */
  readonly by: { readonly id: string; readonly name: string };
  readonly at: number;
}
interface HistoryRow {
  readonly seq: number;
  readonly actor: string;
  readonly actor_name: string;
  readonly at: number;
  readonly diff: string;
}
const toText = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The newest earlier text of a field with this hash; undefined when the history does not have it. */
export async function findEarlierText(
  tx: Pick<Tx, 'rows'>,
  { e, id, f }: SharedDraftTarget,
  hash: string,
): Promise<EarlierText | undefined> {
  const nameChanges = await loadFieldNameChanges(tx, [e]);
  let last: Pick<EarlierText, 'by' | 'at'> | undefined;
  for (let offset = 0; offset < MAX_ENTRIES; offset += PAGE) {
    const rows = await tx.rows<HistoryRow>(
      'SELECT seq, actor, actor_name, `at`, diff FROM record_history WHERE ent = ? AND eid = ? ' +
        `ORDER BY revision DESC, seq DESC LIMIT ${PAGE} OFFSET ${offset}`,
      [e, id],
    );
    for (const { seq, actor, actor_name: name, at, diff } of rows) {
      const stored = JSON.parse(diff) as Record<string, readonly [Json, Json]>; // `recordChange` wrote it
      const change = withPresentNames(nameChanges, { ent: e, seq: Number(seq) }, stored)[f];
      if (change === undefined) continue;
      last ??= { by: { id: actor, name }, at: Number(at) };
      const html = toText(change[0]);
      if (hashText(html) === hash) return { html, ...last };
    }
    if (rows.length < PAGE) return undefined;
  }
  return undefined;
}
