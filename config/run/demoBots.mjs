/** `npm run demo:colleagues`: simulated visitors, members and colleagues use the running demo, so that one person sees everything move. */
import { setTimeout as pause } from 'node:timers/promises';
import { book, comeAndGo, follow, register, task, visit, write } from './demoBots/actions.mjs';
import { Person, url } from './demoBots/client.mjs';

const password = process.env['ADMIN_PASSWORD'] ?? '';
const seconds = Number(process.env['DEMO_SECONDS'] ?? 0);
const pace = Number(process.env['DEMO_PACE_MS'] ?? 900);
const BEAT_MS = 5_000;

/** @param {'staff' | 'member'} kind @param {readonly string[]} names */
async function hire(kind, names) {
  const people = names.map((name) => new Person(kind, name, password));
  for (const person of people) await person.signIn();
  return people;
}

/** Does the same again and again, each time a little sooner or later, until the end. */
const untilEnd =
  (/** @type {number} */ end) => async (/** @type {() => Promise<unknown>} */ deed, /** @type {number} */ every) => {
    while (Date.now() < end) {
      const answer = /** @type {import('./demoBots/client.mjs').Answer | undefined} */ (await deed());
      if (answer !== undefined && answer.code !== 1) process.stdout.write(`  refused: ${answer.msg}\n`);
      await pause(Math.min(every * (0.5 + Math.random()), Math.max(0, end - Date.now())));
    }
  };

async function main() {
  if (password === '')
    throw new Error('Set ADMIN_PASSWORD to the password of the demo, and PORT or DEMO_URL to where it runs.');
  const [boss] = await hire('staff', [process.env['ADMIN_USERNAME'] ?? 'admin']);
  const [reporter, editor, clerk] = await hire('staff', ['ella_moore', 'chen_yu', 'sam_porter']);
  const members = await hire('member', ['member001', 'member002']);
  if (!boss || !reporter || !editor || !clerk) return;
  const staff = [reporter, editor, clerk];
  for (const person of staff) await person.arrive();
  const beating = setInterval(() => staff.forEach((person) => person.beat()), BEAT_MS);
  process.stdout.write(`Colleagues are at work at ${url}. Stop them with Ctrl+C.\n`);
  const again = untilEnd(seconds > 0 ? Date.now() + seconds * 1000 : Infinity);
  await Promise.all([
    again(visit, pace),
    again(() => register(boss), pace * 7),
    again(() => book(boss), pace * 5),
    again(() => follow(boss), pace * 8),
    again(() => write(reporter, pace), pace * 4),
    again(() => write(editor, pace), pace * 6),
    again(() => task(boss), pace * 20),
    ...members.map((member, at) => again(() => comeAndGo(member), pace * (9 + 4 * at))),
  ]);
  clearInterval(beating);
  for (const person of [...staff, ...members]) person.leave();
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
