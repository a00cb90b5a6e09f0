/** Apps of the demo customers and their menus. */
import { parseTable } from '../parseTable';

/** company | title | name | type | developer | summary | icon */
export const apps = parseTable(`
云帆软件 | 云帆项目台 | YunfanDesk | 1 | 云帆交付组 | 项目、工时与交付，一处掌握。 | apps
星河精密制造 | 星河车间看板 | XingheBoard | 2 | 星河信息部 | 订单、物料与质检同屏显示。 | dashboard
南海物流 | 南海调度台 | NanhaiFlow | 2 | 中庭交付中心 | 三港共用的实时调度看板。 | explore
青禾农业科技 | 青禾农事 | QingheFarm | 1 | 青禾数字组 | 地块、农事与溯源。 | category
百川水务 | 百川泵站 | BaichuanPump | 2 | 中庭交付中心 | 九百台水泵，一张表。 | settings
鼎盛食品 | 鼎盛门店通 | DingshengShop | 1 | 鼎盛信息部 | 订货、盘点与月结。 | payments
北辰教育 | 北辰排课 | BeichenClass | 1 | 北辰教务处 | 排课、调课与考勤。 | history
瑞康药业 | 瑞康批次 | RuikangBatch | 2 | 瑞康质量部 | 批次追溯与放行。 | security
Northwind Logistics | Northwind Board | NorthwindBoard | 2 | Harbour Works | One live list for three ports. | explore
Bluebird Robotics | Bluebird Releases | BluebirdRel | 1 | Bluebird Tools | What changed, and for whom. | code
Cedar Point Hotels | Cedar Rooms | CedarRooms | 1 | Harbour Works | Rooms that tell their state. | business
Osprey Water Systems | Osprey Watch | OspreyWatch | 2 | Osprey IT | Pumps that write their own row. | settings
Fairwater Insurance | Fairwater Claims | FairClaims | 1 | Fairwater Digital | A claim in eight minutes. | description
Juniper Textiles | Juniper Catalogue | JuniperCat | 1 | Juniper Studio | One catalog, four languages. | label
Meridian Health Devices | Meridian Trace | MeridianTrace | 2 | Meridian QA | Every device, every batch. | badge
Redwood Learning | Redwood Campus | RedwoodCamp | 1 | Redwood Web | Courses, rooms and people. | groups`);

/** group | entries as title:type */
export const menusOf = {
  zh: parseTable(`
日常工作 | 今日待办:1, 任务登记:1, 审批:2
统计分析 | 月度统计:3, 异常分析:3
基础资料 | 人员档案:1, 物料档案:1`),
  en: parseTable(`
Daily work | Today:1, New entry:1, Approvals:2
Reports | Month in numbers:3, What went wrong:3
Records | People:1, Materials:1`),
} as const;
