/** Becoming a member: a name, a password, and a code from the address one gave. */
import { initialValues, validate } from '../../../common/entity/validate';
import { columnsOf } from '../../../common/entity/meta';
import type { Issue } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import { normalize } from '../../../common/text/clean';
import { spendCode } from '../../access/codes';
import { attempt, household } from '../../access/limits';
import { passwordTrouble } from '../../access/passwordPolicy';
import type { RequestCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { accountOf } from './account';
import { enter } from './enter';
import { codePlace, guesserOf } from '../../access/post/letters';
import { houseCtx, invalid, memberAt, normalAddress, nounOf, textOf, type Way } from '../../access/members';

/** What a newcomer may say of itself; everything else is the house's. */
const OWN = ['username', 'password'] as const;
const SOURCES = ['direct', 'search', 'referral', 'invitation', 'app'] as const;
const TRIES = { tries: 30, windowMs: 3_600_000 };

/** Registers and signs in at once. */
export async function register(call: RequestCall, writer: Writer, keep: boolean): Promise<HandlerResult> {
  const { ctx, body } = call;
  const { services } = ctx;
  if (!services.settings.registration) throw fault('member.no_registration');
  await attempt(services, `register:${household(ctx.ip)}`, TRIES);
  const way = wayOf(ctx, body['registerType']);
  const address = normalAddress(way, textOf(body[way]));
  const draft = await checkedDraft(ctx, body, { way, address });
  if (!(await spendCode(services, codePlace('user_register', address, 0), textOf(body['captcha']), guesserOf(ctx))))
    throw invalid({ path: 'captcha', code: 'code_wrong' });
  if (await memberAt(services, way, address))
    throw fault('row.duplicate', undefined, { fields: [{ path: way, code: 'taken' }] });
  const entity = nounOf(services, 'user');
  const now = Math.floor(services.clock.now() / 1000);
  const { id } = await writer.create(houseCtx(ctx), entity, {
    ...draft,
    nickname: draft.username,
    group_id: await defaultGroup(services),
    source: SOURCES.find((known) => known === body['source']) ?? 'direct',
    join_time: now,
    join_ip: ctx.ip.slice(0, 45),
  });
  const account = await accountOf(services, 'member', id);
  if (!account) throw new Error(`the member ${id} that was just made is gone`);
  const entered = await enter(ctx, { realm: 'member', account, keep, isNewPlace: false }, writer);
  return { ...entered, msg: say(ctx.lang, 'done.registered') };
}

function wayOf({ services }: RequestContext, given: unknown): Way {
  const way = services.settings.verification.find((known) => known === (given ?? services.settings.verification[0]));
  if (way === undefined) throw fault('request.malformed');
  return way;
}

interface Draft {
  readonly username: string;
  readonly password: string;
}
/** Everything that can be told before the code is used up. */
async function checkedDraft(
  { services }: RequestContext,
  body: RequestCall['body'],
  { way, address }: { readonly way: Way; readonly address: string },
): Promise<Draft & Readonly<Record<string, string>>> {
  const entity = nounOf(services, 'user');
  const sent = { username: textOf(body['username']), password: body['password'], [way]: address };
  const columns = [...columnsOf(entity).values()].filter(({ name }) => name === way || OWN.some((own) => own === name));
  const { clean, issues: found } = validate(entity, { ...initialValues(entity), ...sent }, { mode: 'create', columns });
  const issues: Issue[] = found.filter(({ path }) => columns.some(({ name }) => name === path));
  if (address === '' && !issues.some(({ path }) => path === way)) issues.push({ path: way, code: 'required' });
  const password = typeof body['password'] === 'string' ? body['password'] : '';
  const trouble = passwordTrouble(password, { min: services.settings.passwordMin.member, names: [sent.username] });
  if (trouble && !issues.some(({ path }) => path === 'password')) issues.push({ path: 'password', ...trouble });
  if (issues.length === 0 && (await isTaken(services, sent.username))) issues.push({ path: 'username', code: 'taken' });
  if (textOf(body['captcha']) === '') issues.push({ path: 'captcha', code: 'required' });
  if (issues.length > 0) throw invalid(...issues);
  return { username: textOf(clean['username']), password, [way]: textOf(clean[way]) };
}

const isTaken = async ({ db }: Services, username: string): Promise<boolean> =>
  (await db.rows('SELECT id FROM `user` WHERE username_n = ? AND live = 0', [normalize(username)])).length > 0;

/** Where newcomers begin: the oldest group that is on. */
async function defaultGroup({ db }: Services): Promise<number | null> {
  const [row] = await db.rows<{ readonly id: number | null }>(
    'SELECT MIN(id) AS id FROM `user_group` WHERE status = 1 AND delete_time IS NULL',
  );
  return row?.id === null || row === undefined ? null : Number(row.id);
}
