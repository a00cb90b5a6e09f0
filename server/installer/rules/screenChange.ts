/** What the step for the screens of a module did, as the state of its job records it. */
import { z } from 'zod';
import type { JobData } from '../../modules/jobs/jobKind';

const ownRule = z.object({ id: z.number().int(), name: z.string() });
const ids = z.array(z.number().int());
const screenChange = z.object({
  created: z.array(ownRule),
  restored: ids,
  /** Rules that went to the recycle bin. */
  removed: ids,
  /** Rules that the module no longer needs, also those that staff removed before. */
  lost: ids,
  /** Components of rules before. */
  components: z.array(z.object({ id: z.number().int(), component: z.string() })),
  revoked: z.array(z.object({ group: z.number().int(), nodes: z.array(z.string()) })),
});
export type ScreenChange = z.infer<typeof screenChange>;

const KEY = 'screenRules';
export const parseScreenChange = (state: JobData): ScreenChange | undefined =>
  state[KEY] === undefined ? undefined : screenChange.parse(state[KEY]);
export const toScreenState = (change: ScreenChange): JobData => ({ [KEY]: change });
