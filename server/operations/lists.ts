import * as savedViews from '@/lib/contracts/saved-views';
import * as search from '@/lib/contracts/search';
import * as tags from '@/lib/contracts/tags';
import { serve } from '@/server/http/serve';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '@/server/services/lists/saved-views';
import { listTags } from '@/server/services/lists/tag-records';
import { searchTexts } from '@/server/services/search/search-texts';

/** Tags, saved views and search, which every list has. */
export const served = [
  serve(savedViews.updateSavedView, updateSavedView),
  serve(savedViews.deleteSavedView, deleteSavedView),
  serve(savedViews.listSavedViews, listSavedViews),
  serve(savedViews.createSavedView, createSavedView),
  serve(search.searchTexts, searchTexts),
  serve(tags.listTags, listTags),
];
