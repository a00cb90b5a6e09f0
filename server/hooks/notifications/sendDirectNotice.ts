/** Sends a notice from staff to one member. It appears even when the member turned this kind off, and names no admin. */
import type { StoredRow } from '../../../common/entity/columns';
import { codePointLength, normalizeForStorage } from '../../../common/text/normalize';
import type { HookContext } from '../../engine/write/context/hookContext';
import { notify } from './notify';
import { invalidFault } from '../../platform/invalidFault';

const MAX_TEXT_LENGTH = 300;

export async function sendDirectNotice(hook: HookContext, id: number, input: unknown): Promise<StoredRow> {
  const text = typeof input === 'string' ? normalizeForStorage(input) : '';
  if (text === '') throw invalidFault({ path: 'text', code: 'required' });
  if (codePointLength(text) > MAX_TEXT_LENGTH)
    throw invalidFault({ path: 'text', code: 'too_long', params: { max: MAX_TEXT_LENGTH } });
  await notify(
    { ...hook, actor: { ...hook.actor, kind: 'system', id: 0, name: '' } },
    {
      to: { realm: 'member', id },
      kind: 'system',
      single: { text: 'system' },
      params: { title: text },
      isPersonal: true,
    },
  );
  return {};
}
