/** The links at the top and bottom of the demo site. Chinese and English lines alternate. */
import { parseTranslatedTable } from './parseTable';

/** `groupTitle` is the Chinese title of the group; `-` in `groupTitle` or `url` means none. A row without a URL is a group. */
export const navigation = parseTranslatedTable(
  ['position', 'groupTitle', 'url'],
  ['title'],
  `
0 | - | / | 首页
Home
0 | - | - | 产品
Products
0 | 产品 | /products | 全部产品
All products
0 | 产品 | /plugins | 插件市场
Plugins
0 | 产品 | /hardware | 配套硬件
Hardware
0 | 产品 | /devices | 适用终端
Platforms
0 | - | /solutions | 解决方案
Solutions
0 | - | /cases | 客户案例
Case studies
0 | - | - | 新闻
News
0 | 新闻 | /news | 公司新闻
Company news
0 | 新闻 | /articles | 专题文章
Articles
0 | - | /page/about | 关于我们
About us
1 | - | - | 公司
Company
1 | 公司 | /page/about | 公司介绍
About Atrium
1 | 公司 | /page/careers | 加入我们
Careers
1 | 公司 | /contact | 联系我们
Contact
1 | 公司 | /page/contact | 地址与电话
Address and phone
1 | 公司 | /trial | 申请试用
Free trial
1 | - | - | 支持
Support
1 | 支持 | /page/help | 帮助中心
Help center
1 | 支持 | /page/privacy | 隐私政策
Privacy policy
1 | 支持 | /page/terms | 服务条款
Terms of service`,
);
