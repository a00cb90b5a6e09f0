/** Renders the designer over a small fake server that stores the rows of one design. */
import { completeField, primaryKeyField, type CompleteField } from '../../common/designer/completeDesign';
import { newDesign } from '../../common/designer/palette';
import { adminGroup } from '../../common/entities/adminGroup';
import { crudDesign } from '../../common/entities/crudDesign';
import { crudDesignField } from '../../common/entities/crudDesignField';
import { job } from '../../common/entities/job';
import type { WireRow } from '../../common/entity/projectRow';
import { asInteger, asRecord } from '../../common/json';
import { EntityPage } from '../engine/EntityPage';
import type { FakeResponse, RecordedRequest } from './fakeHttpServer';
import { createListResponse, openScreen, type Screen } from './screenHarness';
import type { EntityOverride } from '../engine/override';

const standard = (id: number, weigh: number) => ({ id, revision: 1, weigh, create_time: 1, update_time: 1 });
export const designRow = (patch: WireRow = {}): WireRow => ({
  ...(newDesign('complaint').settings as WireRow),
  one_zh: '投诉',
  many_zh: '投诉列表',
  ...standard(1, 1),
  ...patch,
});
export const fieldRow = (id: number, weigh: number, field: CompleteField): WireRow => ({
  ...(field as unknown as WireRow),
  design_id: 1,
  ...standard(id, weigh),
});
export const textField = (name: string, label: string): CompleteField =>
  completeField({ name, kind: 'text', label_en: label, label_zh: `${label}文`, required: 1, max: 100 });

/** The primary key and two texts. */
const usualFields = (): WireRow[] => [
  fieldRow(11, 0, primaryKeyField()),
  fieldRow(12, -1000, textField('name', 'Name')),
  fieldRow(13, -2000, textField('note', 'Note')),
];

interface DesignerOptions {
  readonly design?: WireRow;
  readonly fields?: WireRow[];
  /** Responses to requests other than those of the rows. */
  readonly other?: (request: RecordedRequest) => FakeResponse | undefined;
}
export interface DesignerDriver extends Screen {
  readonly fields: WireRow[];
  /** The bodies that were posted to a path. */
  readonly posted: (path: string) => readonly Readonly<Record<string, unknown>>[];
}

const respondWithRow = (row: WireRow): FakeResponse => ({
  envelope: { data: { row, refs: {}, seq: '10', epoch: 'e1' } },
});
const savedRow = (row: WireRow): FakeResponse => ({
  envelope: { data: { id: row['id'], revision: row['revision'], row, ignored: [], merged: [], seq: '12', cid: 'c1' } },
});

/** A fake server that applies what is posted to its rows. */
function createStore(design: WireRow, fields: WireRow[]) {
  const rows = { design };
  const edit = (body: Readonly<Record<string, unknown>>, row: WireRow): WireRow => {
    const { _base, _mid, revision: _revision, ...values } = body;
    return { ...row, ...(values as WireRow), revision: asInteger(row['revision']) + 1 };
  };
  const respondToField = ({ method, path, query, body }: RecordedRequest): FakeResponse | undefined => {
    const posted = asRecord(body) ?? {};
    const id = method === 'GET' ? Number(query.get('id')) : asInteger(posted['id']);
    const index = fields.findIndex((row) => row['id'] === id);
    const row = fields[index];
    if (path.endsWith('/index')) return { envelope: { data: createListResponse([...fields]) } };
    if (path.endsWith('/add')) {
      const added = edit(posted, standard(20 + fields.length, 0));
      fields.push(added);
      return savedRow(added);
    }
    if (path.endsWith('/del')) {
      const ids = posted['ids'] as readonly number[];
      for (const removed of ids)
        fields.splice(
          fields.findIndex((row) => row['id'] === removed),
          1,
        );
      return { envelope: { data: { ids, skipped: [], cid: 'c2' } } };
    }
    if (!path.endsWith('/edit') || row === undefined) return undefined;
    if (method === 'GET') return respondWithRow(row);
    fields[index] = edit(posted, row);
    return savedRow(fields[index]);
  };
  const respondToDesign = ({ method, path, body }: RecordedRequest): FakeResponse | undefined => {
    if (!path.endsWith('/edit')) return undefined;
    if (method === 'GET') return respondWithRow(rows.design);
    rows.design = edit(asRecord(body) ?? {}, rows.design);
    return savedRow(rows.design);
  };
  return { respondToField, respondToDesign };
}

/** `override`: that of the console for designs. */
export async function openDesigner(
  override: EntityOverride,
  { design = designRow(), fields = usualFields(), other }: DesignerOptions = {},
): Promise<DesignerDriver> {
  const store = createStore(design, fields);
  const screen = await openScreen(<EntityPage entity={crudDesign} record="1" />, {
    at: '/admin/crud_design/1',
    others: [crudDesign, crudDesignField, job, adminGroup],
    isSuper: true,
    overrides: [override],
    respond: (request) => {
      const response = other?.(request);
      if (response !== undefined) return response;
      if (request.path.startsWith('/admin/crud_design_field/')) return store.respondToField(request);
      return request.path.startsWith('/admin/crud_design/') ? store.respondToDesign(request) : undefined;
    },
  });
  return {
    ...screen,
    fields,
    posted: (path) =>
      screen.fakeServer.requests
        .filter((request) => request.method === 'POST' && request.path === path)
        .map(({ body }) => asRecord(body) ?? {}),
  };
}
