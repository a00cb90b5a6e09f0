/**
 * The data of one page of the public site for the renderer: texts in the page's language, addresses, images. It never contains stored rows.
 */
import type { SiteLang } from './sitePaths';
import type { SectionName } from './siteSections';

export type ImageSizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

/** A link to another page or site. */
export interface SiteLink {
  readonly title: string;
  readonly href: string;
}
export interface NavigationItem {
  readonly title: string;
  /** Empty for a group that only gathers other items. */
  readonly href: string;
  readonly items: readonly SiteLink[];
  /** Whether the page belongs to this item. */
  readonly isCurrent: boolean;
}

export interface Banner {
  readonly id: number;
  readonly title: string;
  readonly subTitle: string;
  readonly href: string;
  readonly image: string;
  /** For narrow screens; empty: the wide image is used. */
  readonly mobileImage: string;
}

/** A row of a list: a card that leads to its page. */
export interface Card {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  /** URL of an image; empty without one. */
  readonly picture: string;
  /** Name of an icon of the built-in set; empty without one. */
  readonly icon: string;
  /** One line above or below the title, such as a date. */
  readonly meta: string;
  readonly labels: readonly string[];
  readonly isRecommended: boolean;
}
export interface CardGroup {
  readonly title: string;
  readonly cards: readonly Card[];
  /** Path of the list of all rows of this kind; empty without such a page. */
  readonly moreHref: string;
}

export interface HomeBlock {
  readonly id: number;
  readonly titles: readonly string[];
  readonly contents: readonly string[];
  readonly isLeftAligned: boolean;
  readonly picture: string;
  readonly mobilePicture: string;
  readonly isFullWidth: boolean;
  /** The rows of the section that the block is named after. */
  readonly groups: readonly CardGroup[];
  /** The form that the block is named after. */
  readonly action?: SiteLink;
}

export interface Pager {
  readonly number: number;
  readonly pages: number;
  readonly previousHref: string;
  readonly nextHref: string;
}

/** The facts of a customer's case and what the customer says. */
export interface Testimonial {
  readonly quotation: string;
  readonly person: string;
  readonly position: string;
  readonly portrait: string;
  readonly logo: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

export interface ArticleCounters {
  readonly id: number;
  readonly views: number;
  readonly likes: number;
}

export interface PluginFacts {
  readonly price: string;
  readonly author: string;
  readonly score: number;
  readonly demoHref: string;
  readonly featureImage: string;
  readonly functions: readonly Card[];
  readonly versions: readonly { readonly version: string; readonly date: string; readonly text: string }[];
}

/** The layout of a page that is written in the console. */
export interface PageLayout {
  /** The sign of its site template: `standard` without one. */
  readonly sign: string;
  readonly theme: 'light' | 'dark';
  readonly columns: number;
}

/** An input of a form of the site. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'tel' | 'email' | 'textarea' | 'select' | 'checkboxes';
  readonly isRequired: boolean;
  /** How to fill in the field; absent without a hint. */
  readonly hint?: string;
  readonly maxLength?: number;
  readonly autoComplete?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}
/** A refused form that a browser sent without the script, as its page shows it again. */
export interface RefusedForm {
  /** The texts that the visitor sent, by the name of the input. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Errors by the name of the field. */
  readonly errors: Readonly<Record<string, string>>;
  /** The error of the form as a whole. */
  readonly message: string;
  /** The id of the captcha that the form requires now. */
  readonly captchaId?: string;
}
export interface SiteForm {
  readonly name: 'lead' | 'trial_request';
  readonly fields: readonly FormField[];
  /** The address of the page, to which a browser sends the form when the script has not loaded. */
  readonly action: string;
  readonly refused?: RefusedForm;
}

/** A row on a page of a module. */
export interface RowEntry {
  readonly id: number;
  readonly heading: string;
  /** The day of the row; empty where the page shows none. */
  readonly meta: string;
  /** A plain text, or sanitized HTML. */
  readonly body: { readonly text: string; readonly isHtml: boolean };
  /** A second plain text; empty without one. */
  readonly note: string;
}

export type PageContent =
  | {
      readonly kind: 'home';
      /** The operator's sentence about the company; empty without one. */
      readonly tagline: string;
      readonly blocks: readonly HomeBlock[];
      /** Sections that no block is named after. */
      readonly groups: readonly CardGroup[];
    }
  | {
      readonly kind: 'list';
      readonly section: SectionName;
      readonly title: string;
      readonly text: string;
      readonly cards: readonly Card[];
      readonly categories: readonly (SiteLink & { readonly isCurrent: boolean })[];
      readonly pager: Pager;
    }
  | {
      readonly kind: 'detail';
      readonly section: SectionName;
      readonly title: string;
      readonly subTitle: string;
      readonly text: string;
      readonly meta: string;
      readonly picture: string;
      readonly icon: string;
      readonly video: string;
      readonly labels: readonly string[];
      /** Sanitized HTML. */
      readonly html: string;
      /** Sanitized HTML for narrow screens; empty: the same. */
      readonly mobileHtml: string;
      readonly related: readonly CardGroup[];
      readonly counters?: ArticleCounters;
      readonly testimonial?: Testimonial;
      readonly plugin?: PluginFacts;
      readonly back: SiteLink;
    }
  | { readonly kind: 'page'; readonly title: string; readonly html: string; readonly layout: PageLayout }
  | {
      readonly kind: 'form';
      readonly title: string;
      readonly text: string;
      readonly form: SiteForm;
      /** The page about privacy; empty while staff published none. */
      readonly privacyHref: string;
    }
  | {
      /** A page that a module adds. */
      readonly kind: 'rows';
      readonly layout: 'questions' | 'entries';
      readonly title: string;
      readonly text: string;
      /** Stands before the note of each row. */
      readonly noteLabel: string;
      readonly groups: readonly {
        readonly title: string;
        readonly picture: string;
        readonly entries: readonly RowEntry[];
      }[];
      readonly pager: Pager;
    }
  | {
      readonly kind: 'search';
      readonly q: string;
      readonly groups: readonly CardGroup[];
      readonly total: number;
      /** Whether only the newest rows of a large table were searched. */
      readonly isPartial: boolean;
      /** Of the results of one part of the site. */
      readonly pager?: Pager;
      /** Address of the results of all parts; empty when they are shown. */
      readonly allHref: string;
    }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'forbidden' };

/** Everything around the content of a page. */
export interface SiteLayout {
  readonly siteName: string;
  /** Address of the logo; empty: the product's own. */
  readonly siteLogo: string;
  readonly recordNumber: string;
  /** A sentence of the operator for every page; empty without one. */
  readonly footerText: string;
  readonly homeHref: string;
  readonly searchHref: string;
  /** Address of the form that asks for a trial. */
  readonly trialHref: string;
  readonly topNavigation: readonly NavigationItem[];
  readonly bottomNavigation: readonly NavigationItem[];
  /** The pages that no item of the navigation leads to. */
  readonly otherPages: readonly SiteLink[];
  readonly topBanners: readonly Banner[];
  readonly bottomBanners: readonly Banner[];
  /** The same page in the other languages. */
  readonly languages: readonly { readonly lang: SiteLang; readonly href: string }[];
  readonly memberCenter: 'open' | 'closed';
  readonly canRegister: boolean;
  /** The year of the copyright notice. */
  readonly year: number;
}

/** Data for search engines and shared links. */
export interface PageMeta {
  /** Title of the browser tab, with the site's name. */
  readonly title: string;
  readonly description: string;
  /** Absolute URL of this page in its language. */
  readonly canonical: string;
  readonly alternates: readonly { readonly lang: SiteLang | 'x-default'; readonly href: string }[];
  readonly type: 'website' | 'article' | 'product';
  /** Absolute URL of an image; empty without one. */
  readonly image: string;
  /** How a service shows the shared link: with a large image, or with a small one. */
  readonly card: 'summary' | 'summary_large_image';
  /** Whether search engines may list the page. */
  readonly isIndexed: boolean;
  /** Structured data of schema.org; an object for each entry. */
  readonly structuredData: readonly object[];
  readonly feedHref: string;
}

export interface SitePageData {
  readonly lang: SiteLang;
  /** The address of the page relative to the origin, for its live updates; empty for a page without them: a search or a missing page. */
  readonly path: string;
  /** The address that a browser shows in place of the requested one, for a missing or refused page; empty for other pages, and while a row is not shown. */
  readonly shownPath: string;
  readonly meta: PageMeta;
  readonly layout: SiteLayout;
  readonly content: PageContent;
  /** Width and height in pixels of the stored images of the page, by URL: browsers reserve their space. */
  readonly imageSizes: ImageSizes;
  /** Checked styles of home blocks, by block id. */
  readonly blockStyles: readonly { readonly id: number; readonly wide: string; readonly narrow: string }[];
}
