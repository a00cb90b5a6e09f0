/** Job step that stores the files of a package for browsers; undone, all files are as they were, those of earlier versions too. */
import { asStringList } from '../../../common/json';
import type { JobStep } from '../../modules/jobs/jobKind';
import { parseModuleChange } from '../moduleChange';
import { deleteAssets, listAssets, loadPackage, servedFiles, writeAssets } from './packageStore';
import { deleteReplacedFiles, keepReplacedFiles, restoreReplacedFiles } from './replacedFiles';

export const assetsStep: JobStep = {
  name: 'assets',
  run: async (job) => {
    const { uid, verb, availableDigest, keptFiles } = parseModuleChange(job.input);
    const { env } = job.services;
    if (verb !== 'install' && verb !== 'update') return;
    if (job.state()['assetsBefore'] === undefined)
      await job.saveState({ assetsBefore: [...(await listAssets(env, uid))] });
    const files = servedFiles(await loadPackage(env, availableDigest));
    const written = new Map([...files].filter(([path]) => !keptFiles.includes(path)));
    const before = asStringList(job.state()['assetsBefore']);
    await keepReplacedFiles(env, { uid, jobId: job.id, paths: before.filter((path) => written.has(path)) });
    await writeAssets(env, uid, written);
  },
  undo: async (job) => {
    const { uid } = parseModuleChange(job.input);
    const { env } = job.services;
    const before = job.state()['assetsBefore'];
    if (before === undefined) return;
    const kept = new Set(asStringList(before));
    await deleteAssets(
      env,
      uid,
      (await listAssets(env, uid)).filter((path) => !kept.has(path)),
    );
    await restoreReplacedFiles(env, { uid, jobId: job.id });
    await deleteReplacedFiles(env, job.id);
  },
};
