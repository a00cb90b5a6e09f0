/** Two people edit one formatted text: both changes are stored, and only changes of the same sentence are a conflict. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { news } from '../../../../../common/entities/news';
import { getColumns } from '../../../../../common/entity/columns';
import { defineEntity } from '../../../../../common/entity/entity';
import type { EditConflict } from '../../../../../common/protocol/liveEvents';
import { describeOnEachDatabase } from '../../../../testing/database/testDatabase';
import { catchFault, openEngineHarness, superAdminActor, type EngineHarness } from '../../../../testing/engineHarness';
import { sha256Hex, type MergeInput } from '../merge';
import { mergeFormattedTexts } from './mergeFormattedTexts';

const p = (text: string) => `<p>${text}</p>`;
const BASE = p('One is here. Two is here.') + p('Three is here.');
const THEIRS = p('One is changed. Two is here.') + p('Three is here.');
const MINE = p('One is here. Two is here.') + p('Three is changed.') + p('Four.');
const MERGED = p('One is changed. Two is here.') + p('Three is changed.') + p('Four.');

describe('mergeFormattedTexts', () => {
  const input = (more: Partial<MergeInput> = {}): MergeInput => ({
    entity: news,
    columns: getColumns(news),
    current: { content: THEIRS },
    readable: { content: THEIRS },
    mine: { content: MINE },
    sent: { content: MINE },
    base: { content: BASE },
    since: new Map(),
    ...more,
  });
  const getContent = (more: Partial<MergeInput>) => mergeFormattedTexts(input(more)).mine['content'];

  it('merge accepts the base as text, as the hash of the previous value, or unsanitized', () => {
    const since = new Map([['content', { before: BASE, by: { id: 'admin:2', name: 'B' }, at: 7_000 }]]);
    const hash = sha256Hex(BASE);
    for (const base of [
      BASE,
      hash,
      { h: hash, n: BASE.length },
      BASE.replace('<p>', '<p class="x" style="color:red">'),
    ])
      expect(getContent({ base: { content: base }, since })).toBe(MERGED);
    expect(getContent({ base: { content: sha256Hex('else') }, since })).toBe(MINE);
    for (const base of [{}, { content: `${BASE}<script>x</script>` }]) expect(getContent({ base, since })).toBe(MINE);
  });
  it('merge skips a text that the caller may not read, and one that a merge group binds to others', () => {
    expect(getContent({ readable: {} })).toBe(MINE);
    const grouped = defineEntity('news', { ...news.spec, mergeGroups: [['title', 'content']] });
    expect(getContent({ entity: grouped, columns: getColumns(grouped) })).toBe(MINE);
  });
  it('merge skips a text that would become empty where one is required, or too long', () => {
    const required = { current: { content: p('b') }, base: { content: p('a') + p('b') }, mine: { content: p('a') } };
    expect(getContent({ ...required, readable: { content: p('b') } })).toBe(p('a'));
    const long = (letter: string) => p(letter.repeat(600_000));
    const longTexts = { current: { content: BASE + long('t') }, mine: { content: long('m') + BASE } };
    expect(getContent({ ...longTexts, readable: longTexts.current })).toBe(longTexts.mine.content);
  });
});

describeOnEachDatabase('formatted texts of two people', (database) => {
  let engine: EngineHarness;
  const [anna, ben] = [superAdminActor(1), superAdminActor(2)];
  const entity = () => engine.entity('news');
  beforeAll(async () => {
    engine = await openEngineHarness(database);
  });
  const add = async (content: string) =>
    (await engine.writer.create(engine.as(anna), entity(), { title: 'Text', content })).id;
  const edit = (actor: typeof anna, id: number, revision: number, base: string, content: string) =>
    engine.writer.update(engine.as(actor), entity(), { id, revision, _base: { content: base }, content });
  const stored = async (id: number) => (await engine.reader.get(engine.as(anna), entity(), id)).row['content'];
  const loadHistory = async (id: number) => {
    const rows = await engine.services.db.rows<{ actor: string; diff: string }>(
      'SELECT actor, diff FROM record_history WHERE ent = ? AND eid = ? ORDER BY revision',
      ['news', id],
    );
    return rows.map(({ actor, diff }) => [actor, (JSON.parse(diff) as Record<string, unknown>)['content']]);
  };

  it('formatted texts are merged by paragraph and sentence, with one history entry for each save and the author of the other change', async () => {
    const id = await add(BASE);
    await edit(ben, id, 1, BASE, THEIRS);
    const saved = await edit(anna, id, 1, BASE, MINE);
    expect(saved).toMatchObject({ revision: 3, row: { content: MERGED }, merged: ['content'] });
    expect(saved.changes).toMatchObject([{ field: 'content', before: BASE, theirs: THEIRS, by: { id: 'admin:2' } }]);
    expect(await stored(id)).toBe(MERGED);
    expect((await loadHistory(id)).slice(1)).toEqual([
      ['admin:2', [BASE, THEIRS]],
      ['admin:1', [THEIRS, MERGED]],
    ]);
  });
  it('formatted texts are merged for a caller who knows the newest revision but wrote over an older text', async () => {
    const id = await add(BASE);
    await edit(ben, id, 1, BASE, THEIRS);
    expect(await edit(anna, id, 2, BASE, MINE)).toMatchObject({ revision: 3, row: { content: MERGED } });
  });
  it('formatted texts conflict only about the sentence that both changed; the response has its versions and a proposal', async () => {
    const id = await add(BASE);
    await edit(ben, id, 1, BASE, THEIRS);
    const ownText = p('One is otherwise. Two is mine.') + p('Three is here.');
    const fault = await catchFault(edit(anna, id, 1, BASE, ownText));
    const { fields } = fault.data as unknown as EditConflict;
    expect([fault.code, await stored(id)]).toEqual(['row.conflict', THEIRS]);
    expect(fields).toMatchObject([
      {
        field: 'content',
        base: BASE,
        theirs: THEIRS,
        mine: ownText,
        blocks: [
          {
            base: p('One is here. Two is here.'),
            theirs: p('One is changed. Two is mine.'),
            mine: p('One is otherwise. Two is mine.'),
          },
        ],
        proposal: p('One is changed. One is otherwise. Two is mine.') + p('Three is here.'),
      },
    ]);
  });
  it('the undo of a save keeps a later change of another paragraph', async () => {
    const id = await add(BASE);
    await edit(ben, id, 1, BASE, THEIRS);
    await edit(anna, id, 2, THEIRS, THEIRS + p('Later.'));
    const undo = { id, revision: 2, _base: { content: THEIRS }, content: BASE };
    await engine.writer.update(engine.as(ben, { channel: 'undo' }), entity(), undo);
    expect(await stored(id)).toBe(BASE + p('Later.'));
  });
  it('formatted texts that many people save at once are all stored', async () => {
    const paragraphs = Array.from({ length: 12 }, (_, index) => p(`Paragraph number ${index}.`));
    const id = await add(paragraphs.join(''));
    await Promise.all(
      paragraphs.map((paragraph, index) =>
        edit(
          superAdminActor(index + 1),
          id,
          1,
          paragraphs.join(''),
          paragraphs.join('').replace(paragraph, p(`Writer ${index}.`)),
        ),
      ),
    );
    expect(await stored(id)).toBe(paragraphs.map((_, index) => p(`Writer ${index}.`)).join(''));
  });
});
