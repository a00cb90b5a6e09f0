/** The server's schema of formatted text allows what the editor's allows: the editor deletes nodes of a shared draft that its own does not. */
import { expect, it } from '@jest/globals';
import { getSchema } from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import { getDraftSchema } from '../../server/testing/live/getDraftSchema';
import { viewExtensions } from '../engine/richText/extensions';

const getDefaults = (attributes: Readonly<Record<string, { readonly default?: unknown }>> = {}) =>
  Object.fromEntries(Object.entries(attributes).map(([name, { default: value }]) => [name, value]));
const getGroups = (group = '') => group.split(' ').sort().join(' ');
const describeSchema = ({ nodes, marks }: Schema) => ({
  nodes: Object.fromEntries(
    Object.entries(nodes).map(([name, { spec }]) => [
      name,
      {
        content: spec.content ?? '',
        group: getGroups(spec.group),
        marks: spec.marks,
        inline: spec.inline === true,
        code: spec.code === true,
        attributes: getDefaults(spec.attrs),
      },
    ]),
  ),
  marks: Object.fromEntries(Object.entries(marks).map(([name, { spec }]) => [name, getDefaults(spec.attrs)])),
});

it('the schemas of the server and of the editor are the same', () => {
  expect(describeSchema(getDraftSchema())).toEqual(describeSchema(getSchema(viewExtensions((path) => path, false))));
});
