/** Staff say something to one member: it lands in the member's bell whatever it turned off, and nobody of the staff is named. */
import type { StoredRow } from '../../common/entity/meta';
import type { Issue } from '../../common/entity/issue';
import { fault } from '../../common/protocol/faults';
import { lengthOf, tidy } from '../../common/text/clean';
import type { HookContext } from '../engine/write/writer';
import { notify } from './notify';

const LONGEST = 300;
const refuse = (issue: Issue) => fault('row.invalid', undefined, { fields: [issue] });

export async function sendNotice(hook: HookContext, id: number, given: unknown): Promise<StoredRow> {
  const text = typeof given === 'string' ? tidy(given) : '';
  if (text === '') throw refuse({ path: 'text', code: 'required' });
  if (lengthOf(text) > LONGEST) throw refuse({ path: 'text', code: 'too_long', params: { max: LONGEST } });
  await notify(
    { ...hook, actor: { ...hook.actor, realm: 'system', id: 0, name: '' } },
    { to: { realm: 'member', id }, kind: 'system', one: { text: 'system' }, params: { title: text }, personal: true },
  );
  return {};
}
