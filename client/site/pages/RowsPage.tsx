/** A page that a module adds: questions that unfold, or entries below each other, in groups. */
import type { PageContent, RowEntry } from '../../../common/site/pageData';
import { RichText } from '../parts/RichText';
import { useSiteTexts } from '../siteTexts';
import { useTextLang } from '../textLang';
import { PageHead, PagerLinks } from './ListPage';

type RowsContent = PageContent & { readonly kind: 'rows' };

export function RowsPage({ content }: { readonly content: RowsContent }) {
  const { title, text, groups, layout, noteLabel, pager } = content;
  const texts = useSiteTexts();
  const Entry = layout === 'questions' ? Question : TextEntry;
  return (
    <>
      <PageHead title={title} text={text} />
      {groups.length === 0 && <p className="empty">{texts.empty}</p>}
      {groups.map((group, index) => (
        <section key={group.title || index} className={`rows rows-${layout}`}>
          {group.title !== '' && (
            <h2>
              {group.picture !== '' && <img src={group.picture} alt="" width={40} height={40} decoding="async" />}
              {group.title}
            </h2>
          )}
          {group.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} noteLabel={noteLabel} />
          ))}
        </section>
      ))}
      {pager.pages > 1 && <PagerLinks pager={pager} />}
    </>
  );
}

interface EntryProps {
  readonly entry: RowEntry;
  readonly noteLabel: string;
}

function Body({ body }: Pick<RowEntry, 'body'>) {
  const textLang = useTextLang();
  if (body.isHtml) return <RichText html={body.text} />;
  return (
    <p className="plain" {...textLang(body.text)}>
      {body.text}
    </p>
  );
}

const Note = ({ entry: { note }, noteLabel }: EntryProps) =>
  note === '' ? null : (
    <p className="plain note">
      <b>{noteLabel}</b> {note}
    </p>
  );

function Question({ entry, noteLabel }: EntryProps) {
  return (
    <details id={`row-${entry.id}`}>
      <summary {...useTextLang()(entry.heading)}>{entry.heading}</summary>
      <Body body={entry.body} />
      <Note entry={entry} noteLabel={noteLabel} />
    </details>
  );
}

function TextEntry({ entry, noteLabel }: EntryProps) {
  return (
    <article id={`row-${entry.id}`}>
      <h3 {...useTextLang()(entry.heading)}>{entry.heading}</h3>
      <p className="meta">{entry.meta}</p>
      <Body body={entry.body} />
      <Note entry={entry} noteLabel={noteLabel} />
    </article>
  );
}
