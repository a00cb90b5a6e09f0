/** Job steps for the parts of a module besides its entities: create, change and remove its menu folder and its dashboards. */
import { board } from '../../common/entities/board';
import type { StoredRow } from '../../common/entity/columns';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { canonicalJson } from '../../common/canonicalJson';
import { asRecord } from '../../common/json';
import { parseInstalledParts, type ModuleDashboard } from '../../common/modules/moduleParts';
import type { LocalizedText } from '../../common/modules/review';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { JobRun, JobStep } from '../modules/jobs/jobKind';
import { loadChanges } from './entityStep';
import { arrangeFolder, clearFolder, parseFolderChange, undoFolderChange } from './menuFolder';
import { parseModuleChange, type ModuleChange } from './moduleChange';
import { requireModule, type StoredModule } from './moduleRow';
import type { ModulePackage } from './package/modulePackage';
import { loadPackage } from './package/packageStore';

/** The row of the module that a job changes. Error: `row.missing`. */
export const loadJobModule = (job: JobRun): Promise<StoredModule> =>
  requireModule(job.services.db, { id: parseModuleChange(job.input).moduleId });

/** The package that is active after the change; undefined when the module is uninstalled or disabled. */
async function loadNextPackage(job: JobRun, change: ModuleChange): Promise<ModulePackage | undefined> {
  if (change.verb === 'uninstall' || change.verb === 'disable') return undefined;
  return loadPackage(job.services.env, change.verb === 'enable' ? change.packageDigest : change.availableDigest);
}
/** The package that was active before an update, or before the module was disabled. */
const loadPreviousPackage = async (
  job: JobRun,
  { verb, packageDigest }: ModuleChange,
): Promise<ModulePackage | undefined> =>
  verb === 'update' || verb === 'enable' ? loadPackage(job.services.env, packageDigest) : undefined;

const undoFolderStep =
  (key: string): NonNullable<JobStep['undo']> =>
  async (job) => {
    const change = parseFolderChange(job.state(), key);
    if (change === undefined || job.state()[`${key}_undone`] === true) return;
    await job.transact(async (writer, hook) => {
      await undoFolderChange(hook, writer, change);
      return { [`${key}_undone`]: true };
    });
  };

/** The rule of the module's own folder, as the job has arranged it; before that, as the row has it. */
export function readFolderRule(job: Pick<JobRun, 'state'>, row: StoredRow): { readonly folderRule: number | null } {
  const arranged = parseFolderChange(job.state(), 'folder');
  return { folderRule: arranged === undefined ? parseInstalledParts(row['parts']).folderRule : arranged.rule };
}

export const folderStep: JobStep = {
  name: 'folder',
  run: async (job) => {
    if (job.state()['folder'] !== undefined) return;
    const change = parseModuleChange(job.input);
    const nextPackage = await loadNextPackage(job, change);
    if (nextPackage === undefined) return;
    const [previousPackage, { row }, changes] = [
      await loadPreviousPackage(job, change),
      await loadJobModule(job),
      await loadChanges(job),
    ];
    const entities = changes.flatMap(({ from, to }): (readonly [AnyEntity, AnyEntity])[] =>
      from === null || to === null ? [] : [[from, to]],
    );
    const request = {
      folder: nextPackage.folder,
      former: previousPackage?.folder,
      replaces: change.replacesFolder,
      entities,
      formerRule: parseInstalledParts(row['parts']).folderRule,
    };
    await job.transact(async (writer, hook) => ({ folder: await arrangeFolder(hook, writer, request) }));
  },
  undo: undoFolderStep('folder'),
};

/** Removes the former folder of the module after its entries. */
export const clearFolderStep: JobStep = {
  name: 'clear_folder',
  run: async (job) => {
    if (job.state()['clear_folder'] !== undefined) return;
    const { row } = await loadJobModule(job);
    const former = parseInstalledParts(row['parts']).folderRule;
    const { verb } = parseModuleChange(job.input);
    const isKept = (verb === 'update' || verb === 'enable') && readFolderRule(job, row).folderRule === former;
    if (former === null || isKept) return;
    await job.transact(async (writer, hook) => ({ clear_folder: await clearFolder(hook, writer, former) }));
  },
  undo: undoFolderStep('clear_folder'),
};

// --- dashboards

/** The boards that a step made, changed or removed, as it records them. */
interface BoardChange {
  /** Ids of the boards of the module by their key. */
  readonly boards: Readonly<Record<string, number>>;
  readonly added: readonly number[];
  /** Those of them that were created, not restored. */
  readonly created?: readonly number[];
  readonly removed: readonly number[];
  /** Cards and titles before, by id. */
  readonly before: Readonly<Record<string, Json>>;
}
const parseBoardChange = (state: JobRun['state']): BoardChange | undefined =>
  asRecord(state()['dashboards']) as BoardChange | undefined; // written by `changeBoards` only

/** The boards of the module, as the job has changed them; before that, as the row has them. */
export const readBoardIds = (job: Pick<JobRun, 'state'>, row: StoredRow): Readonly<Record<string, number>> =>
  parseBoardChange(job.state)?.boards ?? parseInstalledParts(row['parts']).boards;

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

interface BoardRequest {
  readonly next: readonly ModuleDashboard[];
  readonly former: readonly ModuleDashboard[];
  readonly boards: Readonly<Record<string, number>>;
  readonly adminId: number | null;
}

type BoardTitles = Readonly<Record<'title' | 'title_en', string>>;
/** The English title is empty when it is the same. */
const getBoardTitles = (title: LocalizedText): BoardTitles => ({
  title: title['zh-cn'],
  title_en: title.en === title['zh-cn'] ? '' : title.en,
});

/** The titles of an update; none when staff renamed the board, or they are the same. */
function listNewTitles(
  row: StoredRow,
  nextTitles: BoardTitles,
  former: ModuleDashboard | undefined,
): Partial<BoardTitles> {
  if (former === undefined) return {};
  const isStored = ({ title, title_en: english }: BoardTitles) =>
    (row['title'] ?? '') === title && (row['title_en'] ?? '') === english;
  return isStored(getBoardTitles(former.title)) && !isStored(nextTitles) ? nextTitles : {};
}

interface BoardCards {
  readonly cards: Json;
  readonly arranged_by: number | null;
}
/** The cards of an update and their arranger; none when staff arranged the board, or they are the same. */
function getNewCards(
  row: StoredRow,
  { cards, arranged_by: arranger }: BoardCards,
  former: ModuleDashboard | undefined,
): Partial<BoardCards> {
  if (former === undefined) return {};
  const stored = canonicalJson(row['cards'] ?? null);
  const isUntouched = canonicalJson(toJson(former.cards)) === stored;
  return isUntouched && canonicalJson(cards) !== stored ? { cards, arranged_by: arranger } : {};
}

/** Creates boards, or restores them from the recycle bin; boards that staff arranged are kept unchanged; the others are removed. */
async function changeBoards(hook: HookContext, writer: TxWriter, request: BoardRequest): Promise<BoardChange> {
  const { next, former, adminId } = request;
  const [added, created, removed] = [[] as number[], [] as number[], [] as number[]];
  const boards: Record<string, number> = {};
  const before: Record<string, Json> = {};
  for (const { key, title, cards } of next) {
    const titles = getBoardTitles(title);
    const id = request.boards[key];
    const [row] = id === undefined ? [] : await hook.find(board.name, { field: 'id', op: '=', value: id });
    const values = { ...titles, cards: toJson(cards), arranged_by: adminId };
    if (row !== undefined && id !== undefined) {
      boards[key] = id;
      const old = former.find((part) => part.key === key);
      const changes = { ...listNewTitles(row, titles, old), ...getNewCards(row, values, old) };
      if (Object.keys(changes).length === 0) continue;
      before[id] = { title: row['title'] ?? '', title_en: row['title_en'] ?? '', cards: row['cards'] ?? [] };
      await writer.update(board, { id, ...changes });
    } else {
      const isDeleted =
        id !== undefined && (await hook.tx.rows('SELECT id FROM `board` WHERE id = ?', [id])).length > 0;
      if (isDeleted) await writer.restore(board, [id]);
      boards[key] = isDeleted ? id : (await writer.create(board, { ...values, status: 0 })).id;
      added.push(boards[key]);
      if (!isDeleted) created.push(boards[key]);
    }
  }
  for (const [key, id] of Object.entries(request.boards)) {
    if (Object.hasOwn(boards, key)) continue;
    if ((await hook.find(board.name, { field: 'id', op: '=', value: id })).length === 0) continue;
    await writer.remove(board, [id]);
    removed.push(id);
  }
  return { boards, added, created, removed, before };
}

async function undoBoards(hook: HookContext, writer: TxWriter, change: BoardChange): Promise<void> {
  for (const id of change.added)
    if ((await hook.find(board.name, { field: 'id', op: '=', value: id })).length > 0) await writer.remove(board, [id]);
  if (change.created && change.created.length > 0) await writer.purge(board, change.created);
  if (change.removed.length > 0) await writer.restore(board, [...change.removed]);
  for (const [id, values] of Object.entries(change.before))
    await writer.update(board, { id: Number(id), ...asRecord(values) });
}

export const dashboardsStep: JobStep = {
  name: 'dashboards',
  run: async (job) => {
    if (job.state()['dashboards'] !== undefined) return;
    const change = parseModuleChange(job.input);
    const [nextPackage, previousPackage] = [await loadNextPackage(job, change), await loadPreviousPackage(job, change)];
    const { boards } = parseInstalledParts((await loadJobModule(job)).row['parts']);
    const dashboards = nextPackage?.dashboards ?? [];
    if (dashboards.length === 0 && Object.keys(boards).length === 0) return;
    const request = { next: dashboards, former: previousPackage?.dashboards ?? [], boards, adminId: job.adminId };
    await job.transact(async (writer, hook) => ({ dashboards: toJson(await changeBoards(hook, writer, request)) }));
  },
  undo: async (job) => {
    const change = parseBoardChange(job.state);
    if (change === undefined || job.state()['dashboards_undone'] === true) return;
    await job.transact(async (writer, hook) => {
      await undoBoards(hook, writer, change);
      return { dashboards_undone: true };
    });
  },
};
