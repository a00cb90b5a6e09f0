/** Versions of the designed complaint whose note has other names, and a server that applies them. */
import { text } from '../../../common/entity/field';
import type { AnyEntity } from '../../../common/entity/entity';
import { DESIGNER_JOBS } from '../../designer/designerJobs';
import type { Caller } from '../callers';
import { changeInput, complaint, type TestChange } from './designedComplaint';
import type { TestServer } from '../testServer';

/** The complaint with one note field for each name. */
export function complaintWith(...names: readonly string[]): AnyEntity {
  const { note: _note, ...fields } = complaint.spec.fields;
  const labelsIn = (lang: 'en' | 'zh-cn', label: string) => {
    const { note: _label, ...labels } = complaint.spec.labels[lang] as AnyEntity['spec']['labels']['en'] & {
      readonly note: string;
    };
    return { ...labels, ...Object.fromEntries(names.map((name) => [name, `${label} ${name}`])) };
  };
  return {
    name: complaint.name,
    spec: {
      ...complaint.spec,
      fields: { ...fields, ...Object.fromEntries(names.map((name) => [name, text({ max: 100 })])) },
      form: ['subject', ...names, ['severity', 'status']],
      labels: { en: labelsIn('en', 'Note'), 'zh-cn': labelsIn('zh-cn', '备注') },
    },
  };
}

/** Runs the job of a change and returns the id of its record; throws when the job fails. */
export async function applyChange(
  server: TestServer,
  admin: Caller,
  change: TestChange,
  kind: string = DESIGNER_JOBS.apply,
): Promise<number> {
  const input = JSON.parse(JSON.stringify(changeInput(change)));
  const id = await server.jobs.enqueue({ kind, subject: 'complaint', input, adminId: admin.id });
  await server.jobs.settled();
  const { row } = (await admin.get('/admin/job/edit', { id: String(id) })).data;
  if (row.status !== 'success') throw new Error(`${row.status}: ${row.error}`);
  return Number(row.state.recordId);
}
