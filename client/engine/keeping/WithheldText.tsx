/** What somebody typed in a form that may not be shown any more, to be read and taken along. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed } from '../../../common/entity/meta';
import { useWords } from '../../shared/i18n';
import { useTypedText } from '../conflict/useCopy';
import { isDirty, type Draft } from '../draft';
import { entityOf } from '../draftShelf';
import { useEntityNamed } from '../engineContext';
import { fieldsOfForm } from '../formLayout';
import { plainOf } from '../history/plainText';
import { inSentence } from '../inSentence';
import { writtenFields } from '../picks';
import { OwnWords } from './OwnWords';

/** Never a secret: it was not shown while it was typed either. */
function ownFields(entity: AnyEntity, draft: Draft, written: readonly string[]): readonly string[] {
  const fields = fieldsOfForm(entity);
  const shape = { entity, fields };
  return fields.filter((field) => {
    const said = isDirty(shape, draft, field) || written.includes(field);
    return said && columnNamed(entity, field)?.sensitivity !== 'secret';
  });
}

function Texts({ entity, draft }: { readonly entity: AnyEntity; readonly draft: Draft }) {
  const { t } = useTranslation();
  const words = useWords(entity);
  const written = writtenFields(draft.picks);
  const textOf = useTypedText({ entity, draft, written });
  const named = draft.id === null ? t('engine.form.add', { one: inSentence(words.one) }) : `${words.one} #${draft.id}`;
  const lines = ownFields(entity, draft, written).map((field) => {
    const line = { label: words.fields[field] ?? field, text: textOf(field) };
    return columnNamed(entity, field)?.kind === 'rich_text' ? { ...line, shown: plainOf(line.text) } : line;
  });
  return <OwnWords named={named} lines={lines} />;
}

export function WithheldText({ at, draft }: { readonly at: string; readonly draft: Draft }) {
  const entity = useEntityNamed(entityOf(at));
  return entity === undefined ? null : <Texts entity={entity} draft={draft} />;
}
