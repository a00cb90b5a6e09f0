/** Counters that the server maintains permanently. An entity that is not registered costs nothing. */
import type { Measure } from '../protocol/liveEvents';

/** Readers who may read all rows of an entity use these counters; other readers get the same metrics over the rows they may see. */
export const COUNTERS = {
  members: { e: 'user', at: 'create_time' },
  member_sources: { e: 'user', by: 'source', at: 'create_time' },
  attachments: { e: 'attachment', at: 'create_time' },
  attachment_bytes: { e: 'attachment', add: 'size' },
  plugins: { e: 'plugin' },
  modules: { e: 'module', when: { field: 'state', op: 'IN', value: ['installed', 'disabled', 'update'] } },
  leads: { e: 'lead', by: 'handle_status', at: 'create_time' },
  requests: { e: 'trial_request', by: 'is_handle', at: 'create_time' },
  tasks: { e: 'terminal_task', by: 'status' },
  visits: { e: 'visit', add: 'pages', at: 'quarter' },
  visitors: { e: 'visit', add: 'visitors', at: 'quarter' },
  money: { e: 'user_money_log', add: 'money', at: 'create_time' },
  money_entries: { e: 'user_money_log', at: 'create_time' },
  points: { e: 'user_score_log', add: 'score', at: 'create_time' },
  point_entries: { e: 'user_score_log', at: 'create_time' },
} as const satisfies Readonly<Record<string, Measure>>;
