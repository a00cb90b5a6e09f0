/** A page that a member rule embeds. */
import { useTranslation } from 'react-i18next';
import { EmbeddedPage } from '../../shared/EmbeddedPage';
import { useSiteName } from '../../shared/site';
import { useTitle } from '../../shared/useTitle';
import type { Framed } from '../centre';
import { titleOfEntry } from '../frame/titles';

export function FramedPage({ url, title }: Framed) {
  const { t } = useTranslation();
  const name = titleOfEntry(t, title);
  useTitle(name, useSiteName());
  return <EmbeddedPage {...{ url, title: name }} room={{ display: 'block', height: '75vh', minHeight: 320 }} />;
}
