/** Changes of protected settings that wait for a second person: the admin who asked never decides, and only the approval makes the change. */
import { admin } from '../../common/entities/admin';
import { adminGroup } from '../../common/entities/adminGroup';
import { config } from '../../common/entities/config';
import { CHANGE, pendingChange } from '../../common/entities/pendingChange';
import { holds } from '../../common/entity/access';
import { EVERYTHING } from '../../common/entity/filter';
import type { StoredRow } from '../../common/entity/meta';
import { fault } from '../../common/protocol/faults';
import { beginning, lengthOf, tidy } from '../../common/text/clean';
import { requireStepUp } from '../access/stepUp';
import { behave, SAVED, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { findNotified, requireIndependent } from './approvers';
import { lockRow, rowNamed } from './found';
import { tellConcerned } from './notices';
import { notify } from './notify';
import { APPROVE_NODE, canApproveChange, noteLoosened, waitingFor } from './protectedSettings';

type Pending = Stored<typeof pendingChange>;
const SUBJECTS = { config, admin_group: adminGroup, admin } as const;
type Subject = keyof typeof SUBJECTS;
/** The protected fields of each. */
const FIELDS: Readonly<Record<Subject, readonly string[]>> = {
  config: ['value'],
  admin_group: ['require_second_factor', 'pid'],
  admin: ['group_arr'],
};
const TITLES = { config: 'name', admin_group: 'name', admin: 'username' } as const satisfies Record<Subject, string>;
const LONGEST = 255;
const LONGEST_NAME = 30;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const groupOf = (id: number): string => `change:${id}`;
const linkTo = (id: number): string => `/admin/pending_change/${id}`;

/** The action of a protected row that asks a second person to approve one field; an edit that needs no approval is made at once, and `SAVED` returned. */
export async function askChange(
  step: Step,
  subject: Subject,
  row: StoredRow,
  body: Readonly<Record<string, unknown>>,
): Promise<StoredRow | typeof SAVED> {
  const fields = FIELDS[subject].filter((name) => body[name] !== undefined);
  const [field] = fields;
  if (field === undefined || fields.length > 1) throw fault('request.malformed');
  const value = body[field];
  const id = Number(row['id']);
  const tried = await step.attempt(() => step.within.update(SUBJECTS[subject], { id, [field]: value }));
  if ('value' in tried) return SAVED;
  if (tried.fault.code !== 'config.second_person') throw tried.fault;
  if (await waitingFor(step, subject, id)) throw fault('config.asked');
  const title = row[TITLES[subject]];
  await step.house.create(pendingChange, {
    subject,
    subject_id: id,
    field,
    name: typeof title === 'string' ? title : `#${id}`,
    before: row[field] ?? null,
    after: value,
    asked_by: step.actor.id,
    asked_name: beginning(step.actor.name, LONGEST_NAME),
  });
  return {};
}

/** The action of a config item that approves its waiting change. */
export async function approveWaiting(step: Step, subject: Subject, id: number): Promise<StoredRow> {
  const found = await waitingFor(step, subject, id);
  if (found !== undefined) await lockRow(step, pendingChange.name, Number(found['id']));
  // read again under the lock: it may have been withdrawn in between
  const row = found && (await waitingFor(step, subject, id));
  if (row === undefined) throw fault('config.decided');
  const changes = await approve(step, row as unknown as Pending); // a stored row, only typed closer
  await step.house.update(pendingChange, { id: Number(row['id']), ...changes });
  return {};
}

export const pendingChangeBehaviour = behave(pendingChange, {
  inside: async (step, after, before) => {
    if (before === undefined) await tellApprovers(step, after);
    else if (after.status !== before.status) await tellDecided(step, after);
  },
  actions: {
    approve,
    refuse: (step, row, { memo }) => {
      const answer = typeof memo === 'string' ? tidy(memo) : '';
      if (lengthOf(answer) > LONGEST)
        throw fault('row.invalid', undefined, {
          fields: [{ path: 'memo', code: 'too_long', params: { max: LONGEST } }],
        });
      judgeSecond(step, row);
      return { ...decided(step, CHANGE.refused), answer: answer || null };
    },
    withdraw: (step, row) => {
      mustWait(row);
      if (step.actor.id !== row.asked_by) throw fault('access.denied');
      return decided(step, CHANGE.withdrawn);
    },
  },
});

function mustWait({ status }: Pending): void {
  if (status !== CHANGE.waiting) throw fault('config.decided');
}
/** The admin who asked, and the one whose account changes. */
const excludedFrom = ({ asked_by, subject, subject_id }: Pending): readonly number[] => [
  asked_by ?? 0,
  ...(subject === 'admin' ? [Number(subject_id)] : []),
];
function judgeSecond(step: Step, row: Pending): void {
  if (!holds(step.actor, APPROVE_NODE)) throw fault('access.denied');
  mustWait(row);
  if (excludedFrom(row).includes(step.actor.id)) throw fault('config.same_person');
}
const decided = (step: Step, status: (typeof CHANGE)[keyof typeof CHANGE]) => ({
  status,
  decided_by: step.actor.id,
  decided_name: beginning(step.actor.name, LONGEST_NAME),
  decided_time: Math.floor(step.at / 1000),
});

/** Makes the change, unless the setting is no longer as it was when it was asked for. */
async function approve(step: Step, row: Pending) {
  judgeSecond(step, row);
  await requireIndependent(step, row.asked_by, canApproveChange);
  await requireStepUp(step.kit, step.sessionId);
  const [subject, id] = [row.subject, Number(row.subject_id)] as const;
  await lockRow(step, subject, id);
  const now = await rowNamed(step, subject, id);
  if (now === undefined) throw fault('row.missing');
  if (!isSame(now[row.field], row.before)) throw fault('config.moved');
  const entity = SUBJECTS[subject];
  await step.house.update(entity, { id, [row.field]: row.after });
  // observers do not get the changes that the system makes
  await tellConcerned(step, [{ entity, before: now, after: (await rowNamed(step, subject, id)) ?? now }]);
  await noteLoosened(step, row, 'approved');
  return decided(step, CHANGE.approved);
}

/** Notifies approvers of a new request. */
async function tellApprovers(step: Step, row: Pending): Promise<void> {
  const asker = { ...step.actor, realm: 'staff', id: row.asked_by ?? 0, name: row.asked_name ?? '' } as const;
  const one = { text: 'change_asked', link: linkTo(row.id) } as const;
  for (const id of await findNotified(step, canApproveChange, excludedFrom(row))) {
    const to = { realm: 'admin', id } as const;
    await notify(
      { ...step, actor: asker },
      { to, kind: 'system', one, params: { title: row.name }, group: groupOf(row.id) },
    );
  }
}

/** A decided change calls nobody any more: its unread notices are read, and the admin who asked learns the answer. */
async function tellDecided(step: Step, row: Pending): Promise<void> {
  const entity = step.kit.registry.get('notice');
  if (entity !== undefined) {
    const admins = await step.find('admin', EVERYTHING);
    const asked = await step.find(entity.name, {
      all: [
        { field: 'recipient_id', op: 'IN', value: admins.map(({ id }) => Number(id)) },
        { field: 'realm', op: '=', value: 'admin' },
        { field: 'group_key', op: '=', value: groupOf(row.id) },
        { field: 'read_time', op: 'NULL', value: null },
      ],
    });
    for (const { id } of asked)
      await step.house.update(entity, { id: Number(id), read_time: Math.floor(step.at / 1000) });
  }
  if (row.asked_by === null || row.status === CHANGE.withdrawn) return;
  const text = row.status === CHANGE.approved ? 'change_approved' : 'change_refused';
  await notify(decider(step, row), {
    to: { realm: 'admin', id: row.asked_by },
    kind: 'system',
    one: { text, link: linkTo(row.id) },
    params: { title: row.name, memo: row.answer ?? '' },
  });
}
const decider = (step: Step, row: Pending): Step => ({
  ...step,
  actor: { ...step.actor, realm: 'staff', id: row.decided_by ?? 0, name: row.decided_name ?? '' },
});
