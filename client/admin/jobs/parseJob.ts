/** A job as its row holds it. */
import type { WireRow } from '../../../common/entity/projectRow';
import { asInteger, asOneOf, asRecord, asString, asStringRecord } from '../../../common/json';
import type { Lang } from '../../../common/lang';
import { JOB_STATUS } from '../../../common/entities/job';

export type JobStatus = keyof typeof JOB_STATUS;
const STATES: readonly JobStatus[] = Object.values(JOB_STATUS);
const STEP_STATES = ['waiting', 'running', 'success', 'failed', 'undone'] as const;
export interface JobStep {
  readonly name: string;
  readonly status: (typeof STEP_STATES)[number];
  /** Unix seconds of its last change. */
  readonly at: number | null;
  /** Why it failed, by language; empty when it did not. */
  readonly messages: Readonly<Record<string, string>>;
}
export interface Job {
  readonly kind: string;
  readonly subject: string;
  readonly status: JobStatus;
  readonly progress: number;
  readonly steps: readonly JobStep[];
  readonly output: string;
  readonly error: string;
  readonly isCancelling: boolean;
  readonly startedBy: number | null;
  readonly createdAt: number;
}

function parseStep(value: unknown): JobStep {
  const raw = asRecord(value);
  const at = asInteger(raw?.['at']);
  return {
    name: asString(raw?.['name'], 40),
    status: asOneOf(raw?.['status'], STEP_STATES, 'waiting'),
    at: at === 0 ? null : at,
    messages: asStringRecord(raw?.['message']),
  };
}

export function parseJob(row: WireRow): Job {
  const admin = row['admin_id'];
  return {
    kind: asString(row['kind'], 40),
    subject: asString(row['subject'], 120),
    status: asOneOf(row['status'], STATES, 'waiting'),
    progress: Math.min(100, Math.max(0, asInteger(row['progress']))),
    steps: Array.isArray(row['steps']) ? row['steps'].map(parseStep) : [],
    output: asString(row['output'], 20_000),
    error: asString(row['error'], 1000),
    isCancelling: row['is_cancelling'] === 1,
    startedBy: typeof admin === 'number' ? admin : null,
    createdAt: asInteger(row['create_time']),
  };
}

/** Whether the job can still be canceled. */
export const isUnfinished = ({ status }: Job): boolean => status === 'waiting' || status === 'running';

/** Why the job failed, in a language: jobs of earlier versions have one text only. */
export function describeJobError({ steps, error }: Job, lang: Lang): string {
  const messages = steps.flatMap((step) => step.messages[lang] ?? []);
  return error === '' || messages.length === 0 ? error : messages.join(' · ');
}
