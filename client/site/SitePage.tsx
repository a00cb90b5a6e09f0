/** One page of the public site: header, banners, content, footer. Rendered on the server only. */
import type { PageContent, SitePageData } from '../../common/site/pageData';
import { Banners } from './parts/Banners';
import { ImageSizesContext } from './parts/Picture';
import { SiteFooter } from './parts/SiteFooter';
import { SiteHeader } from './parts/SiteHeader';
import { DetailPage } from './pages/DetailPage';
import { FormPage } from './pages/FormPage';
import { HomePage } from './pages/HomePage';
import { ListPage } from './pages/ListPage';
import { MissingPage } from './pages/MissingPage';
import { RowsPage } from './pages/RowsPage';
import { SearchPage } from './pages/SearchPage';
import { ContentPage } from './pages/ContentPage';
import { LangContext, useSiteTexts } from './siteTexts';

export function SitePage({ data }: { readonly data: SitePageData }) {
  return (
    <LangContext.Provider value={data.lang}>
      <ImageSizesContext.Provider value={data.imageSizes}>
        <SkipLink />
        <SiteHeader layout={data.layout} lang={data.lang} />
        <SiteMain data={data} />
        <SiteFooter layout={data.layout} feedHref={data.meta.feedHref} />
      </ImageSizesContext.Provider>
    </LangContext.Provider>
  );
}

function SkipLink() {
  return (
    <a className="skip" href="#content">
      {useSiteTexts().frame.skip}
    </a>
  );
}

/** The part of the page that live updates replace. */
function SiteMain({ data }: { readonly data: SitePageData }) {
  const { layout, content } = data;
  return (
    <main id="content" tabIndex={-1} data-kind={content.kind}>
      <Banners banners={layout.topBanners} isTop={content.kind !== 'home'} />
      <div className="content">
        <Content data={data} content={content} />
      </div>
      <Banners banners={layout.bottomBanners} />
    </main>
  );
}

function Content({ data, content }: { readonly data: SitePageData; readonly content: PageContent }) {
  const { layout, lang } = data;
  switch (content.kind) {
    case 'home':
      return <HomePage content={content} siteName={layout.siteName} />;
    case 'list':
      return <ListPage content={content} />;
    case 'detail':
      return <DetailPage content={content} lang={lang} trialHref={layout.trialHref} />;
    case 'page':
      return <ContentPage content={content} />;
    case 'form':
      return <FormPage content={content} />;
    case 'rows':
      return <RowsPage content={content} />;
    case 'search':
      return <SearchPage content={content} searchHref={layout.searchHref} />;
    default:
      return <MissingPage kind={content.kind} homeHref={layout.homeHref} searchHref={layout.searchHref} />;
  }
}
