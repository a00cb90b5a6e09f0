/** Formatted texts show no image of another website: a save removes them and says so, and the site leaves out those stored before. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { sampleDialects } from '../../testing/sampleDialects';
import { addPublishedRow } from '../../testing/site/addPublishedRow';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { parseHtmlDocument } from '../../live/sharedDrafts/richText/parseHtmlDocument';

const FOREIGN = '<img src="https://other.example/a.png" alt="x">';
const OWN = '<img src="/storage/own.png" alt="own" />';

describe.each(sampleDialects())('images of other websites on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer({ database, env: { PUBLIC_URL: 'https://site.example' } });
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  const readContent = async (id: number) =>
    (await root.get('/admin/news/edit', { id: String(id) })).data.row.content as string;
  const edit = (id: number, content: string, lang: string) =>
    root.send('POST', '/admin/news/edit', {
      body: JSON.stringify({ id, content }),
      headers: { 'content-type': 'application/json', 'think-lang': lang },
    });

  it('are removed by a save, which names the field in the language of the person', async () => {
    const id = await addPublishedRow(root, 'news', { title: 'Pictures', content: '<p>x</p>' });
    const own = '<img src="https://site.example/storage/own.png" alt="own">';
    const english = await edit(id, `<p>one</p>${own}${FOREIGN}`, 'en');
    expect([english.code, english.data.cleaned]).toEqual([1, ['content']]);
    expect(english.msg).toBe('Saved. Removed from Content: images of other websites. Upload them instead.');
    expect(english.data.removed).toEqual(['images']);
    expect(await readContent(id)).toBe(`<p>one</p>${OWN}`);
    const chinese = await edit(id, `<p>two</p>${FOREIGN}`, 'zh-cn');
    expect(chinese.msg).toBe('已保存。已从“内容”中移除其他网站的图片，请先上传。');
    expect((await edit(id, '<p>three</p>', 'en')).msg).toBe('Saved');
  });

  it.each([
    ['en', '<iframe></iframe>', 'Saved. Removed from Content: elements that are not allowed.'],
    [
      'en',
      `<iframe></iframe>${FOREIGN}`,
      'Saved. Removed from Content: images of other websites and elements that are not allowed. Upload images instead.',
    ],
    ['zh-cn', '<iframe></iframe>', '已保存。已从“内容”中移除不允许的元素。'],
  ])('a save says in %s what it removed from %s', async (lang, removed, message) => {
    const id = await addPublishedRow(root, 'news', { title: 'Markup', content: '<p>x</p>' });
    expect((await edit(id, `<p>kept</p>${removed}`, lang)).msg).toBe(message);
  });

  it('of a text that was stored before are neither on the page nor in a shared draft', async () => {
    const id = await addPublishedRow(root, 'news', { title: 'Old text', content: '<p>Old</p>' });
    const stored = `<p>Old</p>${OWN}${FOREIGN.replace('>', ' />')}`;
    await testServer.services.db.transact((tx) => tx.run('UPDATE `news` SET content = ? WHERE id = ?', [stored, id]));
    const html = await (await fetch(`${testServer.url}/news/${id}`, { headers: { accept: 'text/html' } })).text();
    expect([html.includes('/storage/own.png'), html.includes('other.example')]).toEqual([true, false]);
    const draft = JSON.stringify(parseHtmlDocument(stored));
    expect([draft.includes('/storage/own.png'), draft.includes('other.example')]).toEqual([true, false]);
  });
});

it('without PUBLIC_URL, images of the requested host become paths of stored files', async () => {
  const testServer = await startTestServer();
  try {
    const root = await superAdmin(testServer);
    const id = await addPublishedRow(root, 'news', { title: 'Own pictures', content: '<p>x</p>' });
    const own = `<img src="${testServer.url}/storage/own.png" alt="own">`;
    const saved = await root.post('/admin/news/edit', { id, content: `<p>one</p>${own}` });
    expect([saved.code, saved.msg, saved.data.cleaned]).toEqual([1, 'Saved', undefined]);
    expect(saved.data.row.content).toBe(`<p>one</p>${OWN}`);
    const other = await root.post('/admin/news/edit', { id, content: `<p>two</p>${FOREIGN}` });
    expect(other.data.row.content).toBe('<p>two</p>');
  } finally {
    await testServer.close();
  }
});
