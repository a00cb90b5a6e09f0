/** A page that staff wrote in the console, in the layout that it chose. */
import type { PageContent } from '../../../common/site/pageData';
import { RichText } from '../parts/RichText';
import { useTextLang } from '../textLang';

type WrittenContent = PageContent & { readonly kind: 'page' };

export function ContentPage({ content }: { readonly content: WrittenContent }) {
  const { title, html, layout } = content;
  const textLang = useTextLang();
  return (
    <article
      className={`written layout-${layout.sign}`}
      data-layout={layout.sign}
      data-theme={layout.theme}
      data-columns={layout.columns}
    >
      <header className="page-head">
        <h1 {...textLang(title)}>{title}</h1>
      </header>
      <RichText html={html} />
    </article>
  );
}
