/** `npm run demo:colleagues`: simulated visitors, members and colleagues use the running demo, so that its live updates are visible to one person. */
import { setTimeout as pause } from 'node:timers/promises';
import { book, processTrialRequest, register, task, visit, visitMemberCenter, write } from './demoBots/actions.mjs';
import { Person, url } from './demoBots/client.mjs';

const password = process.env['ADMIN_PASSWORD'] ?? '';
const seconds = Number(process.env['DEMO_SECONDS'] ?? 0);
const pace = Number(process.env['DEMO_PACE_MS'] ?? 900);
const RENEWAL_MS = 5_000;

/** @param {'staff' | 'member'} kind @param {readonly string[]} names */
async function signInAll(kind, names) {
  const people = names.map((name) => new Person(kind, name, password));
  for (const person of people) await person.signIn();
  return people;
}

/** Repeats an action at random intervals around `every` milliseconds until the end. */
const untilEnd =
  (/** @type {number} */ end) => async (/** @type {() => Promise<unknown>} */ action, /** @type {number} */ every) => {
    while (Date.now() < end) {
      const answer = /** @type {import('./demoBots/client.mjs').Answer | undefined} */ (await action());
      if (answer !== undefined && answer.code !== 1) process.stdout.write(`  refused: ${answer.msg}\n`);
      await pause(Math.min(every * (0.5 + Math.random()), Math.max(0, end - Date.now())));
    }
  };

async function main() {
  if (password === '')
    throw new Error('Set ADMIN_PASSWORD to the password of the demo, and PORT or DEMO_URL to where it runs.');
  const [admin] = await signInAll('staff', [process.env['ADMIN_USERNAME'] ?? 'admin']);
  const [reporter, editor, clerk] = await signInAll('staff', ['ella_moore', 'chen_yu', 'sam_porter']);
  const members = await signInAll('member', ['member001', 'member002']);
  if (!admin || !reporter || !editor || !clerk) return;
  const staff = [reporter, editor, clerk];
  for (const person of staff) await person.connectLive();
  const renewalTimer = setInterval(() => staff.forEach((person) => person.renewLocation()), RENEWAL_MS);
  process.stdout.write(`Colleagues are at work at ${url}. Stop them with Ctrl+C.\n`);
  const repeat = untilEnd(seconds > 0 ? Date.now() + seconds * 1000 : Infinity);
  await Promise.all([
    repeat(visit, pace),
    repeat(() => register(admin), pace * 7),
    repeat(() => book(admin), pace * 5),
    repeat(() => processTrialRequest(admin), pace * 8),
    repeat(() => write(reporter, pace), pace * 4),
    repeat(() => write(editor, pace), pace * 6),
    repeat(() => task(admin), pace * 20),
    ...members.map((member, at) => repeat(() => visitMemberCenter(member), pace * (9 + 4 * at))),
  ]);
  clearInterval(renewalTimer);
  for (const person of [...staff, ...members]) person.disconnectLive();
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
