/** The folder of the npm packages that the hooks of one module package need, by the digest of the package. */
import { join } from 'node:path';
import type { Env } from '../../config/env';

export const dependencyFolder = ({ dataDir }: Pick<Env, 'dataDir'>, digest: string): string =>
  join(dataDir, 'modules', 'dependencies', digest);
