/** Drops attribute values of parsed HTML that a shared draft does not accept. */
import { Fragment, type Attrs, type Mark, type Node } from '@tiptap/pm/model';
import { isEditorAttribute } from '../../../common/text/richText/editorAttributes';

/** Stored texts have no column widths: a draft that had them would differ from the saved text. */
const DROPPED = 'colwidth';

const isAllowedMark = ({ attrs }: Mark): boolean =>
  Object.entries(attrs).every(([name, value]) => isEditorAttribute(name, value));
const limitValues = ({ attrs, type }: Node): Attrs =>
  Object.fromEntries(
    Object.entries(attrs).map(([name, value]: readonly [string, unknown]) => {
      const isKept = name !== DROPPED && isEditorAttribute(name, value);
      return [name, isKept ? value : (type.spec.attrs?.[name]?.default ?? null)];
    }),
  );
function limitNode(node: Node): Node {
  const marks = node.marks.filter(isAllowedMark);
  return node.isText ? node.mark(marks) : node.type.create(limitValues(node), limitAttributes(node.content), marks);
}

/** The content with the default of each attribute whose value is not accepted, and without such marks. */
export const limitAttributes = ({ content }: Fragment): Fragment => Fragment.fromArray(content.map(limitNode));
