/** The form of a new entry in a list of entries: the same as for adjusting one member, with the member chosen in it. */
import { useTranslation } from 'react-i18next';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { inSentence } from '../../../engine/inSentence';
import type { CreateProps } from '../../../engine/override';
import { useWords } from '../../../shared/i18n';
import { useLaterWords } from '../../../shared/useLaterWords';
import { BookingDialog } from './BookingDialog';

export function AddEntryDialog({ entity, preset, onClose }: CreateProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { one } = useWords(entity);
  const kind = entity.name === userScoreLog.name ? 'score' : 'money';
  const member = preset['user_id'];
  return (
    <BookingDialog
      title={t('engine.form.add', { one: inSentence(one) })}
      keptAs={kind}
      member={typeof member === 'number' ? member : null}
      kinds={[kind]}
      onClose={onClose}
    />
  );
}
