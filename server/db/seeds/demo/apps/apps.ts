/** Apps of the demo customers and their menus. */
import { parseTable } from '../parseTable';

/** company | title | name | type | developer | summary | icon | English title | English summary */
export const apps = parseTable(`
云帆软件 | 云帆项目台 | YunfanDesk | 1 | 云帆交付组 | 项目、工时与交付，一处掌握。 | apps | Yunfan Desk | Projects, hours and deliveries in one place.
星河精密制造 | 星河车间看板 | XingheBoard | 2 | 星河信息部 | 订单、物料与质检同屏显示。 | dashboard | Xinghe Shop Floor | Orders, materials and quality on one screen.
南海物流 | 南海调度台 | NanhaiFlow | 2 | 中庭交付中心 | 三港共用的实时调度看板。 | explore | Nanhai Dispatch | A live dispatch board for three ports.
青禾农业科技 | 青禾农事 | QingheFarm | 1 | 青禾数字组 | 地块、农事与溯源。 | category | Qinghe Fields | Fields, farm work and traceability.
百川水务 | 百川泵站 | BaichuanPump | 2 | 中庭交付中心 | 九百台水泵，一张表。 | settings | Baichuan Pumps | Nine hundred pumps in one table.
鼎盛食品 | 鼎盛门店通 | DingshengShop | 1 | 鼎盛信息部 | 订货、盘点与月结。 | payments | Dingsheng Stores | Orders, stocktaking and monthly statements.
北辰教育 | 北辰排课 | BeichenClass | 1 | 北辰教务处 | 排课、调课与考勤。 | history | Beichen Timetable | Timetables, changes and attendance.
瑞康药业 | 瑞康批次 | RuikangBatch | 2 | 瑞康质量部 | 批次追溯与放行。 | security | Ruikang Batches | Batch tracing and release.
Northwind Logistics | 北风港口看板 | NorthwindBoard | 2 | Harbour Works | 三个港口，一份实时清单。 | explore | Northwind Board | One live list for three ports.
Bluebird Robotics | 蓝鸟发布记录 | BluebirdRel | 1 | Bluebird Tools | 改了什么，影响谁。 | code | Bluebird Releases | What changed, and for whom.
Cedar Point Hotels | 雪松客房 | CedarRooms | 1 | Harbour Works | 每间客房自己报告状态。 | business | Cedar Rooms | Rooms that tell their state.
Osprey Water Systems | 鱼鹰巡检 | OspreyWatch | 2 | Osprey IT | 水泵自己登记运行记录。 | settings | Osprey Watch | Pumps that write their own row.
Fairwater Insurance | 平水理赔 | FairClaims | 1 | Fairwater Digital | 八分钟办完一件理赔。 | description | Fairwater Claims | A claim in eight minutes.
Juniper Textiles | 杜松商品目录 | JuniperCat | 1 | Juniper Studio | 一份目录，四种语言。 | label | Juniper Catalog | One catalog, four languages.
Meridian Health Devices | 子午追溯 | MeridianTrace | 2 | Meridian QA | 每台器械，每个批次。 | badge | Meridian Trace | Every device, every batch.
Redwood Learning | 红木校园 | RedwoodCamp | 1 | Redwood Web | 课程、教室与人员。 | groups | Redwood Campus | Courses, rooms and people.`);

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
