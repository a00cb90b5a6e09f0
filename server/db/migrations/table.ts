/** Every migration, oldest first: written by `npm run migrate:make`. */
import { m0001Initial } from './0001_initial';
import { m0002Sessions } from './0002_sessions';
import { m0003Notices } from './0003_notices';
import type { Migration } from '../migrate';

export const migrations: readonly Migration[] = [m0001Initial, m0002Sessions, m0003Notices];
