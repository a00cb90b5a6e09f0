/** The options of a designed field take effect in the running entity, on the server too. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../testing/callers';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';

describe.each(sampleDialects())('the options of designed fields on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let designId: number;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    designId = (await admin.post('/admin/crud_design/start', { from: 'blank', table_name: 'parcel' })).data.id;
    await admin.post('/admin/crud_design/edit', { id: designId, one_zh: '包裹', many_zh: '包裹' });
  });
  afterAll(() => server.close());

  const addField = (name: string, kind: string, more: object) =>
    admin.post('/admin/crud_design_field/add', {
      design_id: designId,
      name,
      kind,
      label_en: name,
      label_zh: `${name}文`,
      ...more,
    });
  const apply = async () => {
    const { data, msg } = await admin.post('/admin/crud_design/apply', { id: designId });
    expect(msg).toBe('Job started.');
    await server.jobs.settled();
    const { row } = (await admin.get('/admin/job/edit', { id: String(data.job) })).data;
    expect([row.status, row.error]).toEqual(['success', '']);
  };
  const search = (field: string, operator: string, val: string) =>
    admin.get('/admin/parcel/index', {
      'search[0][field]': field,
      'search[0][operator]': operator,
      'search[0][val]': val,
    });
  const preview = async () => (await admin.get('/admin/crud_design/preview', { id: String(designId) })).data;
  const fieldNamed = async (name: string) => {
    const { list } = (await admin.get('/admin/crud_design_field/index', { quick_search: name })).data;
    return list.find((row: { name: string; design_id: number }) => row.name === name && row.design_id === designId);
  };

  it('are columns of the design: wrong ones are problems with their property', async () => {
    const { data } = await addField('size', 'integer', {
      operators: ['LIKE'],
      list_rendering: 'link',
      invalid_en: 'x',
    });
    const { problems } = await preview();
    expect(
      problems.map(({ code, property }: { code: string; property: string }) => `${property} ${code}`).sort(),
    ).toEqual(['invalid_zh invalid_one_language', 'list_rendering display_unfit', 'operators operators_unfit']);
    await admin.post('/admin/crud_design_field/del', { ids: [data.id] });
  });

  it('are differences of the definition in the preview, also where the table does not change', async () => {
    const { id } = (await addField('hint', 'text', { max: 20 })).data;
    await apply();
    await admin.post('/admin/crud_design_field/edit', { id, read_permission: 'see_hint' });
    await admin.post('/admin/crud_design/edit', { id: designId, guest_read: 'all' });
    const { changes, differences, isChanged } = await preview();
    expect([changes, isChanged]).toEqual([[], true]);
    expect(differences).toEqual([
      { property: 'guest_read', from: 'none', to: 'all', isWider: true },
      { field: 'hint', property: 'read_permission', from: '', to: 'see_hint' },
    ]);
    await admin.post('/admin/crud_design_field/edit', { id, read_permission: '' });
    await admin.post('/admin/crud_design/edit', { id: designId, guest_read: 'none' });
    expect((await preview()).differences).toEqual([]);
  });

  it('invalid rules give an error code that both languages translate', async () => {
    await admin.post('/admin/crud_design/edit', { id: designId, other_options: { either: [['name']] } });
    expect((await preview()).problems).toContainEqual(
      expect.objectContaining({ code: 'other', params: { rule: 'either_short' } }),
    );
    await admin.post('/admin/crud_design/edit', { id: designId, other_options: null });
  });

  it('limit filters and orders, and the values that are stored', async () => {
    await addField('grams', 'float', { decimals: 1, step: 0.5, is_sortable: 0, operators: ['='] });
    await addField('code', 'text', {
      max: 20,
      pattern: 'slug',
      operators: [],
      list_rendering: 'code',
      list_width: 90,
      invalid_en: 'Write it like parcel-12',
      invalid_zh: '请写成 parcel-12 的形式',
    });
    await addField('keeper_id', 'ref', { target: 'admin', target_fields: ['username'] });
    expect((await preview()).problems).toEqual([]);
    await apply();
    const refused = await admin.post('/admin/parcel/add', { name: 'One', grams: '1.25', code: 'No Slug' });
    expect(refused.data.fields ?? refused.data).toMatchObject({
      grams: 'Maximum decimal places: 1',
      code: 'Write it like parcel-12',
    });
    expect((await admin.post('/admin/parcel/add', { name: 'One', grams: 1.5, code: 'p-1' })).code).toBe(1);
    expect((await search('grams', '=', '1.5')).data.list).toHaveLength(1);
    expect((await search('grams', '>', '1')).status).toBe(400);
    expect((await search('code', '=', 'p-1')).status).toBe(400);
    expect((await admin.get('/admin/parcel/index', { order: 'grams,asc' })).status).toBe(400);
    expect((await admin.get('/admin/parcel/index', { order: 'name,asc' })).status).toBe(200);
  });

  it('a typed default of a text counts, and an empty one is valid with every validation', async () => {
    const empty = { default: '' };
    await addField('mobile', 'text', { max: 11, pattern: 'mobile', other_options: empty });
    await addField('greeting', 'text', { max: 40, default_value: 'hello', other_options: empty });
    expect((await preview()).problems).toEqual([]);
    await apply();
    const added = await admin.post('/admin/parcel/add', { name: 'Two' });
    expect(added.data.row).toMatchObject({ mobile: '', greeting: 'hello' });
    const wrong = await admin.post('/admin/parcel/add', { name: 'Three', mobile: '12' });
    expect(Object.keys(wrong.data.fields)).toEqual(['mobile']);
  });

  it('field options are part of the definition, of its export and of the design that starts from it', async () => {
    const { data } = await admin.get('/admin/crud_design/code', { id: String(designId) });
    const [file] = data.files;
    expect(file.content).toContain("grams: float({ operators: ['='], sortable: false, decimals: 1, step: 0.5 })");
    expect(file.content).toContain("targetFields: ['username']");
    expect(file.content).toContain("$invalid: { code: 'Write it like parcel-12' }");
    expect((await preview()).isChanged).toBe(false);
  });

  it('a decimal number has limits with decimal places', async () => {
    await addField('ratio', 'float', { min: 0.25, max: 1.5, label_en: 'Ratio', label_zh: '比例' });
    expect((await preview()).problems).toEqual([]);
    await apply();
    const refused = await admin.post('/admin/parcel/add', { name: 'Low', ratio: 0.2 });
    expect(Object.keys(refused.data.fields)).toEqual(['ratio']);
    expect((await admin.post('/admin/parcel/add', { name: 'Fits', ratio: 0.25 })).code).toBe(1);
    expect(await fieldNamed('ratio')).toMatchObject({ min: 0.25, max: 1.5 });
    expect((await preview()).isChanged).toBe(false);
  });

  it('a renamed field remembers its former names, also in a file that travels on, and the design equals the definition', async () => {
    const { id } = await fieldNamed('grams');
    await admin.post('/admin/crud_design_field/edit', { id, name: 'mass' });
    await apply();
    const { definitions } = (await admin.get('/admin/Index/index')).data;
    const { spec } = definitions.find(({ name }: { name: string }) => name === 'parcel');
    expect(spec.fields.mass.options.formerNames).toEqual(['grams']);
    expect((await fieldNamed('mass')).applied_name).toBe('mass');
    expect((await preview()).isChanged).toBe(false);
    const { files } = (await admin.get('/admin/crud_design/code', { id: String(designId) })).data;
    const definition = JSON.parse(files.at(-1).content);
    definition.name = 'parcel_elsewhere';
    const imported = (await admin.post('/admin/crud_design/start', { from: 'definition', definition })).data.id;
    const passedOn = (await admin.get('/admin/crud_design/code', { id: String(imported) })).data.files.at(-1);
    expect(JSON.parse(passedOn.content).spec.fields.mass.options.formerNames).toEqual(['grams']);
    await addField('grams', 'integer', { label_en: 'Count', label_zh: '数量' });
    await apply();
    const after = (await admin.get('/admin/Index/index')).data.definitions;
    const reinstatedDesign = after.find(({ name }: { name: string }) => name === 'parcel');
    expect(reinstatedDesign.spec.fields.mass.options).not.toHaveProperty('formerNames');
    expect((await preview()).isChanged).toBe(false);
  });
});
