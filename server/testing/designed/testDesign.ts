/** A design that a test changes and applies over HTTP, as a super admin does in the designer. */
import type { DesignProblem } from '../../../common/designer/design';
import type { ApiResponse, Caller } from '../callers';
import type { TestServer } from '../testServer';

export interface TestDesign {
  readonly id: number;
  /** Adds a field and returns the id of its row. */
  readonly addField: (name: string, kind: string, more?: object) => Promise<number>;
  readonly editField: (name: string, values: object) => Promise<void>;
  readonly edit: (settings: object) => Promise<void>;
  /** The problems in the preview. */
  readonly problems: () => Promise<readonly DesignProblem[]>;
  /** Starts the job; throws when the design is refused. Returns status and error of the job. */
  readonly apply: (more?: object) => Promise<readonly [status: string, error: string]>;
}

/** Starts a blank design with its Chinese names, or opens the one that the table has. */
export async function openTestDesign(server: TestServer, admin: Caller, table: string): Promise<TestDesign> {
  const accepted = (response: ApiResponse) => {
    if (response.code !== 1) throw new Error(`${response.msg} ${JSON.stringify(response.data)}`);
    return response;
  };
  const started = await admin.post('/admin/crud_design/start', { from: 'blank', table_name: table, name_zh: '样例' });
  const id = Number(accepted(started).data.id);
  const findField = async (name: string) => {
    const search = { 'search[0][field]': 'design_id', 'search[0][val]': String(id), 'search[0][operator]': '=' };
    const { list } = (await admin.get('/admin/crud_design_field/index', { ...search, limit: '100' })).data;
    return Number(list.find((row: { readonly name: string }) => row.name === name).id);
  };
  return {
    id,
    addField: async (name, kind, more = {}) => {
      const labels = { label_en: `Label ${name}`, label_zh: `${name}文` };
      const added = await admin.post('/admin/crud_design_field/add', { design_id: id, name, kind, ...labels, ...more });
      return Number(accepted(added).data.id);
    },
    editField: async (name, values) => {
      accepted(await admin.post('/admin/crud_design_field/edit', { id: await findField(name), ...values }));
    },
    edit: async (settings) => {
      accepted(await admin.post('/admin/crud_design/edit', { id, ...settings }));
    },
    problems: async () => (await admin.get('/admin/crud_design/preview', { id: String(id) })).data.problems,
    apply: async (more = {}) => {
      const { data } = accepted(await admin.post('/admin/crud_design/apply', { id, ...more }));
      await server.jobs.settled();
      const { row } = (await admin.get('/admin/job/edit', { id: String(data.job) })).data;
      return [row.status, row.error];
    },
  };
}
