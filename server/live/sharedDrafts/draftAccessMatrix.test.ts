/**
 * Every event of shared drafts as every actor, on rows of two owners and on a public and a restricted field: the result is what a second
 * implementation of the policy says, and no byte of a text reaches an actor who may not read its row or field.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Doc, type XmlText } from 'yjs';
import { entities } from '../../../common/entities/index';
import { defineEntity } from '../../../common/entity/entity';
import { ref, richText, text } from '../../../common/entity/field';
import { createRegistry } from '../../../common/entity/registry';
import type { DraftWriterName, SharedDraftTarget } from '../../../common/protocol/sharedDraft';
import { INSERTION, printSuggestion, SUGGESTION_ATTRIBUTE } from '../../../common/text/richText/draftSuggestion';
import { limitedAdmin, superAdmin, type Caller } from '../../testing/callers';
import { createDraftClient, type DraftClient } from '../../testing/live/draftClient';
import { acceptText, joinAsSuggester, rejectText, suggestText } from '../../testing/live/draftSuggester';
import { connectLiveClient, type LiveClient } from '../../testing/live/liveClient';
import { createMatrixActors, type MatrixActor } from '../../testing/matrix/matrixActors';
import { createRandom, testSeed } from '../../testing/random';
import { startTestServer, type TestServer } from '../../testing/testServer';

const FIELDS = ['body', 'review'] as const;
const fieldLabels = { title: 'Title', body: 'Body', review: 'Review', admin_id: 'Owner' };
const brief = defineEntity('brief', {
  menu: 'content',
  icon: 'newspaper',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 60 }),
    body: richText({ collaborative: true }),
    review: richText({ collaborative: true, sensitivity: 'restricted' }),
    admin_id: ref('admin', { readonly: true, sensitivity: 'internal' }),
  },
  title: 'title',
  list: { columns: ['id', 'title'], sort: 'id' },
  form: ['title', 'body', 'review'],
  access: { staff: 'crud' },
  owner: 'admin_id',
  labels: {
    en: { $one: 'Brief', $many: 'Briefs', ...fieldLabels },
    'zh-cn': { $one: '简报', $many: '简报', ...fieldLabels },
  },
});
const ALL = ['index', 'add', 'edit', 'see_restricted'].map((action) => `brief/${action}`);
const TEXT = '<p>One</p><p>Two</p>';
const seed = testSeed();

type Verdict = 'write' | 'suggest' | 'read' | 'nothing';
interface Target extends SharedDraftTarget {
  readonly owner: number;
  /** A text that only this draft has. */
  readonly canary: string;
}

/** What the policy says, written a second time. */
function expectedVerdict(actor: MatrixActor, { owner, f }: Target): Verdict {
  const { kind, permissions, scopeIds } = actor;
  const has = (action: string) => permissions.has('*') || permissions.has(`brief/${action}`);
  const isInScope = scopeIds === undefined || scopeIds.includes(owner);
  if (kind !== 'staff' || actor.isKiosk || actor.mustEnrol || !isInScope || !has('index')) return 'nothing';
  if (f === 'review' && !has('see_restricted')) return 'nothing';
  if (has('edit')) return 'write';
  return has('suggest') ? 'suggest' : 'read';
}

describe('access to shared drafts', () => {
  let testServer: TestServer;
  let admin: Caller;
  let sue: Caller;
  let actors: readonly MatrixActor[];
  const targets: Target[] = [];
  const clients: LiveClient[] = [];
  const wrong: string[] = [];
  let cells = 0;

  const namedActor = async (name: string, actions: readonly string[], scope: 'own' | 'all'): Promise<MatrixActor> => {
    const rules = actions.map((action) => `brief/${action}`);
    const { id, token } = await limitedAdmin(testServer, rules, scope);
    const scopeIds = scope === 'all' ? undefined : [id];
    return { name, kind: 'staff', id, companyId: null, permissions: new Set(rules), scopeIds, token };
  };
  const addRow = async (caller: Caller, owner: number): Promise<void> => {
    const { data } = await caller.post('/admin/brief/add', { title: 'Brief', body: TEXT, review: TEXT });
    for (const f of FIELDS)
      targets.push({ e: 'brief', id: data.id, f, owner, canary: `canary${owner}x${data.id}${f}` });
  };
  const connect = async (token: string, realm: string): Promise<LiveClient> => {
    const client = await connectLiveClient(`${testServer.url}/${realm}`, token, {});
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    testServer = await startTestServer({ seed: 'demo', registry: createRegistry({ ...entities, brief }) });
    admin = await superAdmin(testServer);
    const own = await limitedAdmin(testServer, ALL, 'own');
    sue = await limitedAdmin(testServer, ['brief/index', 'brief/suggest', 'brief/see_restricted'], 'all');
    const ownWriter = { name: 'own writer', kind: 'staff', id: own.id, companyId: null, token: own.token } as const;
    actors = [
      ...(await createMatrixActors(testServer, createRandom(seed))).filter(({ kind }) => kind !== 'guest'),
      { ...ownWriter, permissions: new Set(ALL), scopeIds: [own.id] },
      await namedActor('writer', ['index', 'edit', 'see_restricted'], 'all'),
      await namedActor('writer of public fields', ['index', 'edit'], 'all'),
      await namedActor('suggester', ['index', 'suggest', 'see_restricted'], 'all'),
      await namedActor('suggester of public fields', ['index', 'suggest'], 'all'),
      await namedActor('suggester of own rows', ['index', 'suggest', 'see_restricted'], 'own'),
      await namedActor('reader', ['index'], 'all'),
      await namedActor('suggester without list', ['suggest', 'edit', 'see_restricted'], 'all'),
    ];
    await addRow(admin, admin.id);
    await addRow(own, own.id);
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    await testServer.close();
  });

  const openAt = (client: LiveClient, { e, id, f }: Target): DraftClient =>
    createDraftClient(client, { e, id, f }, new Doc());
  const record = (label: string, found: unknown, expected: unknown): void => {
    cells += 1;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push(`${label}: ${JSON.stringify(found)} ≠ ${JSON.stringify(expected)}`);
  };
  const ACCEPTED = { ok: true };
  const refused = (code: number) => ({ ok: false, code });
  const paragraphs = ({ doc }: DraftClient): readonly XmlText[] =>
    doc
      .getXmlFragment('default')
      .toArray()
      .map((element) => Reflect.get(element, 'firstChild') as XmlText); // paragraphs of this test have one text
  /** The numbers of ordinary and of suggested characters. */
  const countCharacters = (client: DraftClient): readonly [plain: number, suggested: number] => {
    const runs = paragraphs(client).flatMap(
      (paragraph) => paragraph.toDelta() as readonly { insert: string; attributes?: Record<string, unknown> }[],
    );
    const sum = (isSuggested: boolean) =>
      runs
        .filter(({ attributes = {} }) => INSERTION in attributes === isSuggested)
        .reduce((length, { insert }) => length + insert.length, 0);
    return [sum(false), sum(true)];
  };

  interface Scene {
    readonly target: Target;
    /** The super admin, who sees the draft of the server. */
    readonly witness: DraftClient;
    /** Suggests what the actors accept and reject. */
    readonly author: Awaited<ReturnType<typeof joinAsSuggester>>;
  }
  const openScene = async (target: Target): Promise<Scene> => {
    const witness = openAt(await connect(admin.token, 'admin'), target);
    await witness.join();
    const author = await joinAsSuggester(openAt(await connect(sue.token, 'admin'), target));
    return { target, witness, author };
  };

  interface Attempt {
    readonly name: string;
    readonly run: (draft: DraftClient) => Promise<unknown>;
    /** What it changes about the numbers of ordinary and suggested characters, and the verdicts that allow it. */
    readonly change: readonly [plain: number, suggested: number];
    readonly allowed: readonly Verdict[];
  }
  const getMark = (person: DraftWriterName) => ({
    [INSERTION]: { [SUGGESTION_ATTRIBUTE]: printSuggestion({ ...person, at: 0 }) },
  });
  const attempts = (person: DraftWriterName): readonly Attempt[] => [
    {
      name: 'update',
      run: (draft) => draft.change(() => draft.paragraph(0).insert(0, 'x')),
      change: [1, 0],
      allowed: ['write'],
    },
    {
      name: 'suggest',
      run: (draft) => draft.change(() => draft.paragraph(0).insert(0, 'y', getMark(person))),
      // a writer has no author of suggestions: what it marks so is a suggestion all the same
      change: [0, 1],
      allowed: ['suggest', 'write'],
    },
    { name: 'accept', run: (draft) => acceptText(draft, 1, 0, 1), change: [1, -1], allowed: ['write'] },
    { name: 'reject', run: (draft) => rejectText(draft, 1, 0, 1), change: [0, -1], allowed: ['write'] },
  ];

  async function checkAttempts(scene: Scene, actor: MatrixActor, client: LiveClient, verdict: Verdict): Promise<void> {
    const { target, witness, author } = scene;
    for (let index = 0; index < 4; index += 1) {
      await suggestText(author, 1, 0, 'S');
      const draft = openAt(client, target);
      await draft.join();
      await sleep(30);
      const joined = witness.people.findLast(({ set }) => set?.c === draft.editor.c)?.set;
      const person = { p: joined?.p ?? `admin:${actor.id}`, name: joined?.name ?? actor.name };
      const attempt = attempts(person)[index] as Attempt;
      const label = `${attempt.name} ${target.f} of ${target.owner} as ${actor.name}`;
      const before = countCharacters(witness);
      const isAllowed = attempt.allowed.includes(verdict);
      record(label, await attempt.run(draft), isAllowed ? ACCEPTED : refused(verdict === 'suggest' ? 409 : 403));
      await sleep(30);
      const after = countCharacters(witness);
      const change = [after[0] - before[0], after[1] - before[1]];
      record(`${label}, effect`, change, isAllowed ? attempt.change : [0, 0]);
      draft.socket.emit('draft_leave', draft.editor);
    }
  }
  /** An actor who has not joined changes nothing and shows no cursor. */
  async function checkStranger({ target, witness }: Scene, actor: MatrixActor, client: LiveClient): Promise<void> {
    const draft = openAt(client, target);
    const label = `${target.f} of ${target.owner} as ${actor.name}, not joined`;
    draft.socket.emit('draft_cursor', { ...draft.editor, cursor: null });
    record(`update ${label}`, await draft.send(new Uint8Array([0, 0])), refused(404));
    record(`cursor ${label}`, witness.people.filter(({ set }) => set?.c === draft.editor.c).length, 0);
  }
  async function checkCursor({ target, witness }: Scene, actor: MatrixActor, client: LiveClient): Promise<void> {
    const draft = openAt(client, target);
    await draft.join();
    draft.socket.emit('draft_cursor', { ...draft.editor, cursor: null });
    await draft.join();
    await sleep(30);
    const shown = witness.people.filter(({ set }) => set?.c === draft.editor.c);
    record(`cursor ${target.f} of ${target.owner} as ${actor.name}`, shown.length >= 2, true);
    record(`name ${target.f} of ${target.owner} as ${actor.name}`, shown[0]?.set?.p, `admin:${actor.id}`);
    draft.socket.emit('draft_leave', draft.editor);
  }

  const loadVerdict = async (client: LiveClient, target: Target): Promise<Verdict> => {
    const draft = openAt(client, target);
    const joined = await draft.join();
    if (!joined.ok) {
      record(`code of the refusal of ${target.f}`, joined.code, 404);
      return 'nothing';
    }
    draft.socket.emit('draft_leave', draft.editor);
    if (joined.write) return 'write';
    return joined.suggest === undefined ? 'read' : 'suggest';
  };

  it('join, update, cursor, suggest, accept and reject respond as the permissions require', async () => {
    const connected = new Map<MatrixActor, LiveClient>();
    for (const actor of actors)
      connected.set(actor, await connect(actor.token, actor.kind === 'staff' ? 'admin' : 'member'));
    const checkTarget = async (target: Target) => {
      const scene = await openScene(target);
      for (const [actor, client] of connected) {
        const verdict = expectedVerdict(actor, target);
        record(`join ${target.f} of ${target.owner} as ${actor.name}`, await loadVerdict(client, target), verdict);
        await checkStranger(scene, actor, client);
        if (verdict === 'nothing') continue;
        await checkCursor(scene, actor, client);
        await checkAttempts(scene, actor, client, verdict);
      }
    };
    await Promise.all(targets.map(checkTarget));
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    expect(cells).toBeGreaterThan(actors.length * targets.length * 3);
    const verdicts = targets.flatMap((target) => actors.map((actor) => expectedVerdict(actor, target)));
    expect(new Set(verdicts)).toEqual(new Set(['write', 'suggest', 'read', 'nothing']));
  }, 180_000);

  it('the text of a draft is sent only to participants who may read it', async () => {
    const listeners = new Map<MatrixActor, LiveClient>();
    for (const actor of actors) {
      const client = await connect(actor.token, actor.kind === 'staff' ? 'admin' : 'member');
      listeners.set(actor, client);
      for (const target of targets) await openAt(client, target).join();
    }
    for (const target of targets) {
      const witness = openAt(await connect(admin.token, 'admin'), target);
      await witness.join();
      await witness.type(0, ` ${target.canary}`);
      witness.socket.emit('draft_cursor', { ...witness.editor, cursor: null });
    }
    await sleep(300);
    const found: string[] = [];
    for (const [actor, { raw }] of listeners)
      for (const target of targets) {
        const isReader = expectedVerdict(actor, target) !== 'nothing';
        if (raw.some((packet) => packet.includes(target.canary)) !== isReader)
          found.push(`${target.canary} ${isReader ? 'missing at' : 'at'} ${actor.name}`);
        const isNamed = raw.some(
          (packet) => /"draft_\w+",/.test(packet) && packet.includes(`"id":${target.id},"f":"${target.f}"`),
        );
        if (isNamed && !isReader) found.push(`a frame about ${target.f} of ${target.owner} at ${actor.name}`);
      }
    expect({ seed, found }).toEqual({ seed, found: [] });
  }, 60_000);
});
