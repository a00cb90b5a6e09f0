/**
 * Whose the Yjs client ids of a draft are. An account announces the id of its editor before it writes, and nobody else can use that id as long as
 * the draft lives: Yjs drops what comes second under a number that it has, so a colleague's id would replace text that is not sent yet.
 */
import { FIRST_SERVER_ID } from '../../../../common/protocol/sharedDraft';
import type { Db, Tx } from '../../../context';

/** The account of each id. */
export type EditorIds = ReadonlyMap<number, string>;
export interface EditorClaim {
  /** The Yjs client id. */
  readonly c: number;
  readonly principal: string;
}

/** Milliseconds after which an id that is announced again gets a new time; one that nobody announces is forgotten with old drafts. */
const REFRESH_MS = 86_400_000;
/** Ids of one account in one draft; an older one is forgotten. */
const MAX_OWN_IDS = 200;
/** An id for a document of the server that changes a draft; no editor can use it. `random` is at least 0 and less than 1. */
export const createServerEditorId = (random: number): number => FIRST_SERVER_ID + Math.floor(random * FIRST_SERVER_ID);

interface EditorRow {
  readonly id: string;
  readonly c: number;
  readonly principal: string;
  readonly at: number;
}
const listRows = (tx: Pick<Tx, 'rows'>, draft: string): Promise<EditorRow[]> =>
  tx.rows<EditorRow>('SELECT id, c, principal, `at` FROM shared_draft_editor WHERE draft = ? ORDER BY `at`', [draft]);
const toEditorIds = (rows: readonly EditorRow[]): EditorIds =>
  new Map(rows.map(({ c, principal }) => [Number(c), principal]));

/** The known ids of a draft. */
export const listEditorIds = async (tx: Pick<Tx, 'rows'>, draft: string): Promise<EditorIds> =>
  toEditorIds(await listRows(tx, draft));

/** Gives the id to the account unless it is another's already; returns the ids of the draft. */
export async function claimEditorId(
  tx: Tx,
  dialect: Db['dialect'],
  draft: string,
  { c, principal, now }: EditorClaim & { readonly now: number },
): Promise<EditorIds> {
  const rows = await listRows(tx, draft);
  const known = rows.find((row) => Number(row.c) === c);
  if (known?.principal === principal && now - Number(known.at) > REFRESH_MS)
    await tx.run('UPDATE shared_draft_editor SET `at` = ? WHERE id = ?', [now, known.id]);
  if (known !== undefined) return toEditorIds(rows);
  const own = rows.filter((row) => row.principal === principal);
  for (const { id } of own.slice(0, Math.max(0, own.length + 1 - MAX_OWN_IDS)))
    await tx.run('DELETE FROM shared_draft_editor WHERE id = ?', [id]);
  const insert = dialect === 'mariadb' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
  const values = [`${draft}:${c}`, draft, c, principal, now];
  await tx.run(`${insert} INTO shared_draft_editor (id, draft, c, principal, \`at\`) VALUES (?, ?, ?, ?, ?)`, values);
  // another node may have been first
  return listEditorIds(tx, draft);
}
