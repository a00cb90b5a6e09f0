/** What tokens of all kinds have in common: no program makes them, and each has an end. */
import type { Issue } from '../../common/entity/issue';
import { LIMITS } from '../../common/limits';
import { fault } from '../../common/protocol/faults';
import { tokenOf } from '../access/apiTokens';
import type { Step } from '../engine/writer';

export function refuseProgram({ sessionId }: Step): void {
  if (sessionId !== undefined && tokenOf(sessionId) !== undefined) throw fault('access.denied');
}

/** An end in the future, within a year; `end` in unix seconds. */
export function endIssues({ kit }: Step, end: number | undefined): readonly Issue[] {
  if (end === undefined) return [];
  const days = (end - kit.clock.now() / 1000) / 86_400;
  const max = LIMITS.apiTokenDays;
  return days > 0 && days <= max + 1 ? [] : [{ path: 'expire_time', code: 'future', params: { max } }];
}
