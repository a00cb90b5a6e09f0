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
import { defineHooks, SAVED, type StoredOf } from '../engine/write/entityHooks';
import type { HookContext } from '../engine/write/writer';
import { findNotified, requireIndependent } from './approvers';
import { lockRow, rowNamed } from './found';
import { tellConcerned } from './notices';
import { notify } from './notify';
import { APPROVE_NODE, canApproveChange, noteLoosened, waitingFor } from './protectedSettings';

type Pending = StoredOf<typeof pendingChange>;
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
  hook: HookContext,
  subject: Subject,
  row: StoredRow,
  body: Readonly<Record<string, unknown>>,
): Promise<StoredRow | typeof SAVED> {
  const fields = FIELDS[subject].filter((name) => body[name] !== undefined);
  const [field] = fields;
  if (field === undefined || fields.length > 1) throw fault('request.malformed');
  const value = body[field];
  const id = Number(row['id']);
  const tried = await hook.savepoint(() => hook.writer.update(SUBJECTS[subject], { id, [field]: value }));
  if ('value' in tried) return SAVED;
  if (tried.fault.code !== 'config.second_person') throw tried.fault;
  if (await waitingFor(hook, subject, id)) throw fault('config.asked');
  const title = row[TITLES[subject]];
  await hook.asSystem.create(pendingChange, {
    subject,
    subject_id: id,
    field,
    name: typeof title === 'string' ? title : `#${id}`,
    before: row[field] ?? null,
    after: value,
    asked_by: hook.actor.id,
    asked_name: beginning(hook.actor.name, LONGEST_NAME),
  });
  return {};
}

/** The action of a config item that approves its waiting change. */
export async function approveWaiting(hook: HookContext, subject: Subject, id: number): Promise<StoredRow> {
  const found = await waitingFor(hook, subject, id);
  if (found !== undefined) await lockRow(hook, pendingChange.name, Number(found['id']));
  // read again under the lock: it may have been withdrawn in between
  const row = found && (await waitingFor(hook, subject, id));
  if (row === undefined) throw fault('config.decided');
  const changes = await approve(hook, row as unknown as Pending); // a stored row, only typed closer
  await hook.asSystem.update(pendingChange, { id: Number(row['id']), ...changes });
  return {};
}

export const pendingChangeBehaviour = defineHooks(pendingChange, {
  afterWrite: async (hook, after, before) => {
    if (before === undefined) await tellApprovers(hook, after);
    else if (after.status !== before.status) await tellDecided(hook, after);
  },
  actions: {
    approve,
    refuse: (hook, row, { memo }) => {
      const answer = typeof memo === 'string' ? tidy(memo) : '';
      if (lengthOf(answer) > LONGEST)
        throw fault('row.invalid', undefined, {
          fields: [{ path: 'memo', code: 'too_long', params: { max: LONGEST } }],
        });
      judgeSecond(hook, row);
      return { ...decided(hook, CHANGE.refused), answer: answer || null };
    },
    withdraw: (hook, row) => {
      mustWait(row);
      if (hook.actor.id !== row.asked_by) throw fault('access.denied');
      return decided(hook, CHANGE.withdrawn);
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
function judgeSecond(hook: HookContext, row: Pending): void {
  if (!holds(hook.actor, APPROVE_NODE)) throw fault('access.denied');
  mustWait(row);
  if (excludedFrom(row).includes(hook.actor.id)) throw fault('config.same_person');
}
const decided = (hook: HookContext, status: (typeof CHANGE)[keyof typeof CHANGE]) => ({
  status,
  decided_by: hook.actor.id,
  decided_name: beginning(hook.actor.name, LONGEST_NAME),
  decided_time: Math.floor(hook.at / 1000),
});

/** Makes the change, unless the setting is no longer as it was when it was asked for. */
async function approve(hook: HookContext, row: Pending) {
  judgeSecond(hook, row);
  await requireIndependent(hook, row.asked_by, canApproveChange);
  await requireStepUp(hook.services, hook.sessionId);
  const [subject, id] = [row.subject, Number(row.subject_id)] as const;
  await lockRow(hook, subject, id);
  const now = await rowNamed(hook, subject, id);
  if (now === undefined) throw fault('row.missing');
  if (!isSame(now[row.field], row.before)) throw fault('config.moved');
  const entity = SUBJECTS[subject];
  await hook.asSystem.update(entity, { id, [row.field]: row.after });
  // observers do not get the changes that the system makes
  await tellConcerned(hook, [{ entity, before: now, after: (await rowNamed(hook, subject, id)) ?? now }]);
  await noteLoosened(hook, row, 'approved');
  return decided(hook, CHANGE.approved);
}

/** Notifies approvers of a new request. */
async function tellApprovers(hook: HookContext, row: Pending): Promise<void> {
  const asker = { ...hook.actor, realm: 'staff', id: row.asked_by ?? 0, name: row.asked_name ?? '' } as const;
  const one = { text: 'change_asked', link: linkTo(row.id) } as const;
  for (const id of await findNotified(hook, canApproveChange, excludedFrom(row))) {
    const to = { realm: 'admin', id } as const;
    await notify(
      { ...hook, actor: asker },
      { to, kind: 'system', one, params: { title: row.name }, group: groupOf(row.id) },
    );
  }
}

/** A decided change calls nobody any more: its unread notices are read, and the admin who asked learns the answer. */
async function tellDecided(hook: HookContext, row: Pending): Promise<void> {
  const entity = hook.services.registry.get('notice');
  if (entity !== undefined) {
    const admins = await hook.find('admin', EVERYTHING);
    const asked = await hook.find(entity.name, {
      all: [
        { field: 'recipient_id', op: 'IN', value: admins.map(({ id }) => Number(id)) },
        { field: 'realm', op: '=', value: 'admin' },
        { field: 'group_key', op: '=', value: groupOf(row.id) },
        { field: 'read_time', op: 'NULL', value: null },
      ],
    });
    for (const { id } of asked)
      await hook.asSystem.update(entity, { id: Number(id), read_time: Math.floor(hook.at / 1000) });
  }
  if (row.asked_by === null || row.status === CHANGE.withdrawn) return;
  const text = row.status === CHANGE.approved ? 'change_approved' : 'change_refused';
  await notify(decider(hook, row), {
    to: { realm: 'admin', id: row.asked_by },
    kind: 'system',
    one: { text, link: linkTo(row.id) },
    params: { title: row.name, memo: row.answer ?? '' },
  });
}
const decider = (hook: HookContext, row: Pending): HookContext => ({
  ...hook,
  actor: { ...hook.actor, realm: 'staff', id: row.decided_by ?? 0, name: row.decided_name ?? '' },
});
