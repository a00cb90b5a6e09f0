/** Marks and styles of suggestions in the editor of a shared draft. Pasted text and commands cannot create them. */
import { Extension, Mark, type Extensions } from '@tiptap/core';
import {
  DELETION,
  INSERTION,
  parseSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { personColor } from '../../../ui/PersonAvatar';

/** The class that gives a suggestion the color of its author; pages refuse style attributes. */
function authorClass(principal: string): string {
  const color = personColor(principal.slice(principal.indexOf(':') + 1), PERSON_COLORS);
  return `suggested-by-${PERSON_COLORS.findIndex((other) => other === color)}`;
}
const suggestionAttribute = {
  [SUGGESTION_ATTRIBUTE]: {
    default: null,
    parseHTML: () => null,
    renderHTML: (attributes: Readonly<Record<string, unknown>>) => {
      const suggestion = parseSuggestion(attributes[SUGGESTION_ATTRIBUTE]);
      return suggestion === undefined
        ? {}
        : { class: `suggested ${authorClass(suggestion.p)}`, title: suggestion.name };
    },
  },
};
const suggestionMark = (name: string, tag: 'ins' | 'del') =>
  Mark.create({
    name,
    inclusive: false,
    addAttributes: () => suggestionAttribute,
    parseHTML: () => [],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
const SuggestedParagraph = Extension.create({
  name: 'suggestedParagraph',
  addGlobalAttributes: () => [{ types: ['paragraph'], attributes: suggestionAttribute }],
});

export const suggestionExtensions: Extensions = [
  suggestionMark(INSERTION, 'ins'),
  suggestionMark(DELETION, 'del'),
  SuggestedParagraph,
];

/** Styles of suggestions: inserted text is underlined, deleted text struck through, both in the color of the author. */
export const suggestionStyles = {
  '& ins.suggested': { textDecorationLine: 'underline', textDecorationThickness: '2px' },
  '& del.suggested': { textDecorationLine: 'line-through', textDecorationThickness: '2px', opacity: 0.75 },
  '& p.suggested': { borderLeft: '3px solid', pl: 2 },
  ...Object.fromEntries(
    PERSON_COLORS.map((color, index) => [
      `& .suggested-by-${index}`,
      {
        textDecorationColor: color,
        borderColor: `${color} !important`,
        backgroundColor: `color-mix(in srgb, ${color} 14%, transparent)`,
      },
    ]),
  ),
} as const;
