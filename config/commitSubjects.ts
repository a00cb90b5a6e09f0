/** Subjects of new commits: at most 72 characters, so that every log and review tool shows them whole. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { reportProblems, repositoryRoot } from './sourceFiles';

export const MAX_SUBJECT_LENGTH = 72;
/** Commits up to this one are older than the rule. */
const BASE_COMMIT = '63b2e3df';

/** One sentence for each subject that is too long. A subject of a merge may have any length. */
export const checkSubjects = (subjects: readonly string[]): readonly string[] =>
  subjects
    .filter((subject) => [...subject].length > MAX_SUBJECT_LENGTH && !subject.startsWith('Merge '))
    .map(
      (subject) => `“${subject}” has ${[...subject].length} characters; a subject has at most ${MAX_SUBJECT_LENGTH}`,
    );

type RunGit = (...args: string[]) => string | undefined;
const runGit: RunGit = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
};

/** Subjects of the commits after the base. A shallow clone without the base knows only its newest commit; a copy without git, none. */
export function listNewSubjects(git: RunGit = runGit): readonly string[] {
  const hasBase = git('merge-base', '--is-ancestor', BASE_COMMIT, 'HEAD') !== undefined;
  const log = hasBase ? git('log', '--format=%s', `${BASE_COMMIT}..HEAD`) : git('log', '--format=%s', '-1');
  return (log ?? '').split('\n').filter((subject) => subject !== '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const subjects = listNewSubjects();
  reportProblems(checkSubjects(subjects), `${subjects.length} commit subjects are short enough.`);
}
