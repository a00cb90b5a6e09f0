/** A renamed field of a design: options without an input of their own follow, and the values of its English companion stay. */
import { expect, it } from '@jest/globals';
import { superAdmin } from '../../testing/callers';
import { openTestDesign } from '../../testing/designed/testDesign';
import { startTestServer, testDialects } from '../../testing/testServer';

it.each(testDialects())(
  'options, references to the own table and companions follow a rename, on %s',
  async (database) => {
    const server = await startTestServer({ database });
    try {
      const admin = await superAdmin(server);
      const animal = await openTestDesign(server, admin, 'animal');
      await animal.addField('sort', 'text', { is_translated: 1, max: 40 });
      await animal.addField('parent_id', 'ref', { target: 'animal', target_fields: ['sort'] });
      await animal.edit({ other_options: { optionalColumns: ['sort'], searchedTogether: [['sort', 'id']] } });
      expect(await animal.apply()).toEqual(['success', '']);
      const added = await admin.post('/admin/animal/add', { name: 'Ada', sort: '斑马', sort_en: 'Zebra' });
      expect(added.code).toBe(1);

      await animal.editField('sort', { name: 'species' });
      expect(await animal.problems()).toEqual([]);
      expect(await animal.apply()).toEqual(['success', '']);
      const { row } = (await admin.get('/admin/animal/edit', { id: String(added.data.id) })).data;
      expect(row).toMatchObject({ species: '斑马', species_en: 'Zebra' });
      const { list, searchedTogether, fields } = server.services.registry.get('animal')?.spec ?? {};
      expect([list?.optional, searchedTogether]).toEqual([['species'], [['species', 'id']]]);
      expect(fields?.['parent_id']?.options.targetFields).toEqual(['species']);
      expect(fields?.['species_en']?.options.formerNames).toEqual(['sort_en']);
    } finally {
      await server.close();
    }
  },
);
