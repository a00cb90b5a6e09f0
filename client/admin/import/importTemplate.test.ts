/** importTemplate: every heading finds its field in an import. */
import { expect, it } from '@jest/globals';
import { news } from '../../../common/entities/news';
import { getColumns } from '../../../common/entity/columns';
import { guessMapping } from '../../../common/imports/guessMapping';
import { entityLabels } from '../../../common/locales/entityLabels';
import { importTemplate } from './importTemplate';

const columns = [...getColumns(news).values()];

it.each(['en', 'zh-cn'] as const)('importTemplate: %s headings of writable fields are mapped to them', (lang) => {
  const labels = entityLabels(news, lang).fields;
  const text = importTemplate(news, new Set(['title', 'content', 'id', 'create_time']), labels);
  const headings = text.slice(1).trim().split(',');
  expect(guessMapping(news, columns, headings).toSorted()).toEqual(['content', 'title']);
  expect(headings).toContain(labels['title']);
});

it('importTemplate: a heading with a comma or a quotation mark is quoted', () => {
  const text = importTemplate(news, new Set(['title']), { title: 'Title, "short"' });
  expect(text).toBe('\uFEFF"Title, ""short"""\r\n');
});
