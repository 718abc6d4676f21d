CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
--
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
--
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
--
CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq" ON "auth_group_permissions" ("group_id", "permission_id");
--
CREATE INDEX "auth_group_permissions_group_id_b120cbf9" ON "auth_group_permissions" ("group_id");
--
CREATE INDEX "auth_group_permissions_permission_id_84c5c92e" ON "auth_group_permissions" ("permission_id");
--
CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
--
CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq" ON "auth_permission" ("content_type_id", "codename");
--
CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission" ("content_type_id");
--
CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
--
CREATE TABLE "people_account_groups" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "people_account_user_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "people_event" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "at" datetime NOT NULL, "verb" varchar(40) NOT NULL, "subject" varchar(200) NOT NULL, "data" text NOT NULL CHECK ((JSON_VALID("data") OR "data" IS NULL)), "account_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "people_account_groups_account_id_group_id_1a20563d_uniq" ON "people_account_groups" ("account_id", "group_id");
--
CREATE INDEX "people_account_groups_account_id_131c72c1" ON "people_account_groups" ("account_id");
--
CREATE INDEX "people_account_groups_group_id_16cb3ca3" ON "people_account_groups" ("group_id");
--
CREATE UNIQUE INDEX "people_account_user_permissions_account_id_permission_id_95cd75f4_uniq" ON "people_account_user_permissions" ("account_id", "permission_id");
--
CREATE INDEX "people_account_user_permissions_account_id_ad08a47d" ON "people_account_user_permissions" ("account_id");
--
CREATE INDEX "people_account_user_permissions_permission_id_381ccde7" ON "people_account_user_permissions" ("permission_id");
--
CREATE INDEX "people_event_account_id_cf876620" ON "people_event" ("account_id");
--
CREATE INDEX "event_of_campaign" ON "people_event" ("campaign_id", "id" DESC);
--
CREATE TABLE "people_role" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "role" varchar(20) NOT NULL, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "role_unique" UNIQUE ("member_id", "role"));
--
CREATE TABLE "django_admin_log" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "object_id" text NULL, "object_repr" varchar(200) NOT NULL, "action_flag" smallint unsigned NOT NULL CHECK ("action_flag" >= 0), "change_message" text NOT NULL, "content_type_id" integer NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "action_time" datetime NOT NULL);
--
CREATE INDEX "django_admin_log_content_type_id_c4bce8eb" ON "django_admin_log" ("content_type_id");
--
CREATE INDEX "django_admin_log_user_id_c564eba6" ON "django_admin_log" ("user_id");
--
CREATE TABLE "authtoken_token" ("key" varchar(40) NOT NULL PRIMARY KEY, "created" datetime NOT NULL, "user_id" bigint NOT NULL UNIQUE REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "campaigns_candidate" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "target" text NOT NULL, "target_type" varchar(40) NOT NULL, "state" varchar(10) NOT NULL, "reason" text NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "entered_at" datetime NOT NULL, "decided_at" datetime NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "decided_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "entered_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "series_id" bigint NULL REFERENCES "campaigns_series" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "campaigns_candidate_campaign_id_7d722787" ON "campaigns_candidate" ("campaign_id");
--
CREATE INDEX "campaigns_candidate_decided_by_id_c6c5959a" ON "campaigns_candidate" ("decided_by_id");
--
CREATE INDEX "campaigns_candidate_entered_by_id_7c6155b3" ON "campaigns_candidate" ("entered_by_id");
--
CREATE TABLE "campaigns_deadlinechange" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "team_name" varchar(64) NOT NULL, "before" datetime NULL, "after" datetime NULL, "reason" text NOT NULL, "made_at" datetime NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "campaigns_deadlinechange_campaign_id_a5ac7b07" ON "campaigns_deadlinechange" ("campaign_id");
--
CREATE INDEX "campaigns_deadlinechange_made_by_id_cf0c7c68" ON "campaigns_deadlinechange" ("made_by_id");
--
CREATE TABLE "campaigns_goldanswer" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "docid" varchar(255) NOT NULL, "passage" varchar(64) NOT NULL, "answer" text NOT NULL, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "campaigns_goldanswer_question_id_a890f2ad" ON "campaigns_goldanswer" ("question_id");
--
CREATE TABLE "campaigns_correction" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "before" text NOT NULL, "after" text NOT NULL, "reason" text NOT NULL, "made_at" datetime NOT NULL, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "campaigns_correction_made_by_id_00772699" ON "campaigns_correction" ("made_by_id");
--
CREATE INDEX "campaigns_correction_question_id_99d88122" ON "campaigns_correction" ("question_id");
--
CREATE TABLE "campaigns_guidelines" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "text" text NOT NULL, "made_at" datetime NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "guidelines_version_unique" UNIQUE ("campaign_id", "version"));
--
CREATE INDEX "campaigns_candidate_series_id_2834108b" ON "campaigns_candidate" ("series_id");
--
CREATE INDEX "campaigns_guidelines_made_by_id_9b06426e" ON "campaigns_guidelines" ("made_by_id");
--
CREATE TABLE "campaigns_licenceacceptance" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "collection_slug" varchar(64) NOT NULL, "text" text NOT NULL, "sha256" varchar(64) NOT NULL, "accepted_at" datetime NOT NULL, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "licence_accepted_once" UNIQUE ("account_id", "collection_slug", "sha256"));
--
CREATE TABLE "campaigns_listeddocument" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "rank" integer unsigned NOT NULL CHECK ("rank" >= 0), "docid" varchar(255) NOT NULL, "score" real NOT NULL, "document_list_id" bigint NOT NULL REFERENCES "campaigns_documentlist" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "listed_document_rank_unique" UNIQUE ("document_list_id", "rank"), CONSTRAINT "listed_document_docid_unique" UNIQUE ("document_list_id", "docid"));
--
CREATE TABLE "campaigns_candidatequestion" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "position" integer unsigned NOT NULL CHECK ("position" >= 0), "type" varchar(40) NOT NULL, "text" text NOT NULL, "source" varchar(200) NOT NULL, "known" text NOT NULL, "reason" text NOT NULL, "candidate_id" bigint NOT NULL REFERENCES "campaigns_candidate" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "candidate_question_position" UNIQUE ("candidate_id", "position"));
--
CREATE INDEX "campaigns_candidatequestion_question_id_f38b9ec0" ON "campaigns_candidatequestion" ("question_id");
--
CREATE TABLE "campaigns_series" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(64) NOT NULL, "position" integer unsigned NOT NULL CHECK ("position" >= 0), "target" text NOT NULL, "target_type" varchar(40) NOT NULL, "drop_reason" text NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "series_key_unique" UNIQUE ("campaign_id", "key"));
--
CREATE TABLE "campaigns_question" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "qid" varchar(64) NOT NULL, "position" integer unsigned NOT NULL CHECK ("position" >= 0), "type" varchar(40) NOT NULL, "text" text NOT NULL, "source" varchar(200) NOT NULL, "suggested_answer" text NOT NULL, "suggested_docid" varchar(255) NOT NULL, "source_lang" varchar(2) NOT NULL, "target_lang" varchar(2) NOT NULL, "drop_reason" text NOT NULL, "nil" varchar(5) NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "series_id" bigint NULL REFERENCES "campaigns_series" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "question_qid_unique" UNIQUE ("campaign_id", "qid"), CONSTRAINT "question_position_unique" UNIQUE ("campaign_id", "position"));
--
CREATE INDEX "campaigns_question_series_id_9138b6df" ON "campaigns_question" ("series_id");
--
CREATE TABLE "campaigns_documentlist" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "documents" integer unsigned NOT NULL CHECK ("documents" >= 0), "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NULL UNIQUE REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "series_id" bigint NULL UNIQUE REFERENCES "campaigns_series" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "document_list_one_target" CHECK ((("series_id" IS NULL OR "question_id" IS NULL) AND 1 = (CASE WHEN "series_id" IS NULL THEN 1 ELSE 0 END + CASE WHEN "question_id" IS NULL THEN 1 ELSE 0 END))));
--
CREATE INDEX "campaigns_documentlist_campaign_id_4785fa23" ON "campaigns_documentlist" ("campaign_id");
--
CREATE TABLE "campaigns_importtrace" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "packed" BLOB NOT NULL, "source_id" bigint NOT NULL UNIQUE REFERENCES "campaigns_fileimport" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "campaigns_fileimport" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "kind" varchar(40) NOT NULL, "file" varchar(255) NOT NULL, "sha256" varchar(64) NOT NULL, "state" varchar(8) NOT NULL, "sentence" text NOT NULL, "counts" text NOT NULL CHECK ((JSON_VALID("counts") OR "counts" IS NULL)), "made_at" datetime NOT NULL, "undone_at" datetime NULL, "reason" text NOT NULL, "outcome" text NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "undone_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "file_import_number" UNIQUE ("campaign_id", "number"));
--
CREATE INDEX "campaigns_fileimport_made_by_id_05970f17" ON "campaigns_fileimport" ("made_by_id");
--
CREATE INDEX "campaigns_fileimport_undone_by_id_77772035" ON "campaigns_fileimport" ("undone_by_id");
--
CREATE TABLE "campaigns_importedfile" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "name" varchar(255) NOT NULL, "size" bigint unsigned NOT NULL CHECK ("size" >= 0), "sha256" varchar(64) NOT NULL, "packed" BLOB NULL, "is_kept" bool NOT NULL, "source_id" bigint NOT NULL REFERENCES "campaigns_fileimport" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "imported_file_position" UNIQUE ("source_id", "position"));
--
CREATE TABLE "campaigns_campaign" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "slug" varchar(64) NOT NULL UNIQUE, "title" varchar(200) NOT NULL, "track_slug" varchar(40) NOT NULL, "collection_slug" varchar(64) NOT NULL, "state" varchar(10) NOT NULL, "settings" text NOT NULL CHECK ((JSON_VALID("settings") OR "settings" IS NULL)), "deadline" datetime NULL, "deadline_zone" varchar(64) NOT NULL, "remote_resources" varchar(10) NOT NULL, "created_at" datetime NOT NULL, "importing" datetime NULL, "created_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "checked" text NOT NULL CHECK ((JSON_VALID("checked") OR "checked" IS NULL)), "archived_at" datetime NULL, "archived_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "deleting" datetime NULL, "registration" varchar(10) NOT NULL, "judged_runs" varchar(4) NOT NULL, "qrels_for_teams" bool NOT NULL, "team_names" bool NOT NULL);
--
CREATE INDEX "campaigns_campaign_created_by_id_11fada74" ON "campaigns_campaign" ("created_by_id");
--
CREATE INDEX "campaigns_campaign_archived_by_id_a8fbaf45" ON "campaigns_campaign" ("archived_by_id");
--
CREATE TABLE "documents_collection" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "slug" varchar(64) NOT NULL UNIQUE, "title" varchar(200) NOT NULL, "format" varchar(40) NOT NULL, "language" varchar(20) NOT NULL, "source_name" varchar(300) NOT NULL, "licence" varchar(200) NOT NULL, "licence_text" text NOT NULL, "encoding" varchar(100) NOT NULL, "mapping" text NOT NULL CHECK ((JSON_VALID("mapping") OR "mapping" IS NULL)), "path" varchar(1000) NOT NULL, "held" bool NOT NULL, "documents" integer unsigned NOT NULL CHECK ("documents" >= 0), "promised" integer unsigned NULL CHECK ("promised" >= 0), "edition" integer unsigned NOT NULL CHECK ("edition" >= 0), "created_at" datetime NOT NULL);
--
CREATE TABLE "documents_scanproblem" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "file" varchar(500) NOT NULL, "line" integer unsigned NOT NULL CHECK ("line" >= 0), "code" varchar(40) NOT NULL, "message" text NOT NULL, "hint" text NOT NULL, "offset" bigint NOT NULL, "scan_id" bigint NOT NULL REFERENCES "documents_scan" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "documents_secondopinion" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "outcome" varchar(10) NOT NULL, "first_words" varchar(200) NOT NULL, "second_words" varchar(200) NOT NULL, "text" BLOB NOT NULL, "made_at" datetime NOT NULL, "snapshot_id" bigint NOT NULL UNIQUE REFERENCES "documents_snapshot" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "documents_sourcefile" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(500) NOT NULL, "size" bigint unsigned NOT NULL CHECK ("size" >= 0), "mtime" bigint NOT NULL, "sha256" varchar(64) NOT NULL, "documents" integer unsigned NOT NULL CHECK ("documents" >= 0), "problems_found" integer unsigned NOT NULL CHECK ("problems_found" >= 0), "scan_id" bigint NOT NULL REFERENCES "documents_scan" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "documents_documententry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "docid" varchar(255) NOT NULL, "file" varchar(500) NOT NULL, "offset" bigint NOT NULL, "length" integer unsigned NOT NULL CHECK ("length" >= 0), "sha256" varchar(64) NOT NULL, "date" varchar(100) NOT NULL, "source" varchar(200) NOT NULL, "edition" integer unsigned NOT NULL CHECK ("edition" >= 0), "collection_id" bigint NOT NULL REFERENCES "documents_collection" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "documents_entry_docid_edition" UNIQUE ("collection_id", "docid", "edition"));
--
CREATE TABLE "documents_remotefile" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "digest" varchar(64) NOT NULL, "address" varchar(1500) NOT NULL, "type" varchar(20) NOT NULL, "body" BLOB NOT NULL, "error" varchar(200) NOT NULL, "fetched_at" datetime NOT NULL, "collection_id" bigint NOT NULL REFERENCES "documents_collection" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "documents_remote_file_address" UNIQUE ("collection_id", "digest"));
--
CREATE TABLE "documents_scan" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "edition" integer unsigned NOT NULL CHECK ("edition" >= 0), "state" varchar(10) NOT NULL, "terms" text NOT NULL CHECK ((JSON_VALID("terms") OR "terms" IS NULL)), "described" text NOT NULL CHECK ((JSON_VALID("described") OR "described" IS NULL)), "turn" integer unsigned NOT NULL CHECK ("turn" >= 0), "position" text NOT NULL CHECK ((JSON_VALID("position") OR "position" IS NULL)), "documents" integer unsigned NOT NULL CHECK ("documents" >= 0), "problems_found" integer unsigned NOT NULL CHECK ("problems_found" >= 0), "size" bigint unsigned NOT NULL CHECK ("size" >= 0), "begun_at" datetime NOT NULL, "ended_at" datetime NULL, "collection_id" bigint NOT NULL REFERENCES "documents_collection" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "documents_scan_edition" UNIQUE ("collection_id", "edition"));
--
CREATE INDEX "documents_scanproblem_scan_id_a14bd357" ON "documents_scanproblem" ("scan_id");
--
CREATE INDEX "documents_sourcefile_scan_id_e3d57c9e" ON "documents_sourcefile" ("scan_id");
--
CREATE TABLE "documents_snapshot" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "docid" varchar(255) NOT NULL, "revision" integer unsigned NOT NULL CHECK ("revision" >= 0), "renderer_version" integer unsigned NOT NULL CHECK ("renderer_version" >= 0), "sha256" varchar(64) NOT NULL, "record" BLOB NOT NULL, "encoding" varchar(40) NOT NULL, "encoding_reason" varchar(100) NOT NULL, "address" varchar(2000) NOT NULL, "date" varchar(100) NOT NULL, "source" varchar(200) NOT NULL, "html" BLOB NOT NULL, "text" BLOB NOT NULL, "nodes" BLOB NOT NULL, "facts" text NOT NULL CHECK ((JSON_VALID("facts") OR "facts" IS NULL)), "made_at" datetime NOT NULL, "collection_id" bigint NOT NULL REFERENCES "documents_collection" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "documents_snapshot_revision" UNIQUE ("collection_id", "docid", "revision"));
--
CREATE TABLE "documents_pagelayout" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "tokens" BLOB NOT NULL, "boxes" BLOB NOT NULL, "words" BLOB NOT NULL, "page" BLOB NOT NULL, "described" text NOT NULL CHECK ((JSON_VALID("described") OR "described" IS NULL)), "snapshot_id" bigint NOT NULL UNIQUE REFERENCES "documents_snapshot" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "jobs_job" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(60) NOT NULL, "arguments" text NOT NULL CHECK ((JSON_VALID("arguments") OR "arguments" IS NULL)), "key" varchar(200) NOT NULL, "state" varchar(10) NOT NULL, "cancel_asked" bool NOT NULL, "owner" varchar(32) NOT NULL, "lease_until" datetime NULL, "attempts" integer unsigned NOT NULL CHECK ("attempts" >= 0), "sent_at" datetime NULL, "done" bigint unsigned NOT NULL CHECK ("done" >= 0), "total" bigint unsigned NOT NULL CHECK ("total" >= 0), "message" varchar(200) NOT NULL, "seconds_left" integer unsigned NULL CHECK ("seconds_left" >= 0), "checkpoint" text NOT NULL CHECK ((JSON_VALID("checkpoint") OR "checkpoint" IS NULL)), "log" text NOT NULL CHECK ((JSON_VALID("log") OR "log" IS NULL)), "result" text NOT NULL CHECK ((JSON_VALID("result") OR "result" IS NULL)), "error" text NOT NULL CHECK ((JSON_VALID("error") OR "error" IS NULL)), "asked_at" datetime NOT NULL, "started_at" datetime NULL, "ended_at" datetime NULL, "asked_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "language" varchar(8) NOT NULL, "request_id" varchar(64) NOT NULL, CONSTRAINT "job_state_known" CHECK ("state" IN ('waiting', 'running', 'done', 'failed', 'cancelled')), CONSTRAINT "job_ended_has_its_moment" CHECK ((("ended_at" IS NULL AND "state" IN ('waiting', 'running')) OR (NOT ("state" IN ('waiting', 'running')) AND "ended_at" IS NOT NULL))));
--
CREATE UNIQUE INDEX "job_key_unique_while_active" ON "jobs_job" ("key") WHERE "state" IN ('waiting', 'running');
--
CREATE INDEX "jobs_job_asked_by_id_a6a2743c" ON "jobs_job" ("asked_by_id");
--
CREATE INDEX "job_active" ON "jobs_job" ("id") WHERE "state" IN ('waiting', 'running');
--
CREATE INDEX "job_of_campaign" ON "jobs_job" ("campaign_id", "id" DESC);
--
CREATE TABLE "people_member" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL, "account_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "former" text NOT NULL CHECK ((JSON_VALID("former") OR "former" IS NULL)), "left_at" datetime NULL, CONSTRAINT "member_name_unique" UNIQUE ("campaign_id", "name"));
--
CREATE UNIQUE INDEX "member_account_unique" ON "people_member" ("campaign_id", "account_id") WHERE "account_id" IS NOT NULL;
--
CREATE INDEX "people_member_account_id_1fdeb84d" ON "people_member" ("account_id");
--
CREATE TABLE "people_invitation" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "token_hash" varchar(64) NOT NULL UNIQUE, "email" varchar(254) NOT NULL, "name" varchar(150) NOT NULL, "roles" text NOT NULL CHECK ((JSON_VALID("roles") OR "roles" IS NULL)), "languages" text NOT NULL CHECK ((JSON_VALID("languages") OR "languages" IS NULL)), "made_at" datetime NOT NULL, "expires_at" datetime NOT NULL, "accepted_at" datetime NULL, "accepted_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "invited_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "withdrawn_at" datetime NULL, "link_seed" varchar(32) NOT NULL);
--
CREATE INDEX "people_invitation_accepted_by_id_66da8fc9" ON "people_invitation" ("accepted_by_id");
--
CREATE INDEX "people_invitation_campaign_id_32a33cb8" ON "people_invitation" ("campaign_id");
--
CREATE INDEX "people_invitation_invited_by_id_3784d49d" ON "people_invitation" ("invited_by_id");
--
CREATE TABLE "people_account" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "first_name" varchar(150) NOT NULL, "last_name" varchar(150) NOT NULL, "email" varchar(254) NOT NULL, "is_staff" bool NOT NULL, "is_active" bool NOT NULL, "date_joined" datetime NOT NULL, "display_name" varchar(150) NOT NULL, "languages" text NOT NULL CHECK ((JSON_VALID("languages") OR "languages" IS NULL)), "may_create" bool NOT NULL, "zone" varchar(64) NOT NULL, "keys" text NOT NULL CHECK ((JSON_VALID("keys") OR "keys" IS NULL)), "page_language" varchar(8) NOT NULL, "removed_at" datetime NULL);
--
CREATE TABLE "people_signedinbrowser" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "session_key" varchar(40) NOT NULL UNIQUE, "name" varchar(60) NOT NULL, "began_at" datetime NOT NULL, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "people_signedinbrowser_account_id_b9c76db4" ON "people_signedinbrowser" ("account_id");
--
CREATE TABLE "people_apitoken" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(100) NOT NULL, "token_hash" varchar(64) NOT NULL UNIQUE, "begins" varchar(12) NOT NULL, "role" varchar(20) NOT NULL, "writes" bool NOT NULL, "made_at" datetime NOT NULL, "expires_at" datetime NULL, "used_at" datetime NULL, "revoked_at" datetime NULL, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "token_name_unique" ON "people_apitoken" ("account_id", "name") WHERE "revoked_at" IS NULL;
--
CREATE TABLE "people_keptanswer" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(200) NOT NULL, "request_hash" varchar(64) NOT NULL, "status" smallint unsigned NULL CHECK ("status" >= 0), "body" text NULL CHECK ((JSON_VALID("body") OR "body" IS NULL)), "made_at" datetime NOT NULL, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "kept_answer_unique" UNIQUE ("account_id", "key"));
--
CREATE INDEX "people_apitoken_account_id_9baed165" ON "people_apitoken" ("account_id");
--
CREATE INDEX "people_apitoken_campaign_id_0d9b73c2" ON "people_apitoken" ("campaign_id");
--
CREATE TABLE "people_secondstep" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "secret" varchar(32) NOT NULL, "made_at" datetime NOT NULL, "confirmed_at" datetime NULL, "last_step" bigint NOT NULL, "account_id" bigint NOT NULL UNIQUE REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "people_recoverycode" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "code_hash" varchar(64) NOT NULL, "used_at" datetime NULL, "second_step_id" bigint NOT NULL REFERENCES "people_secondstep" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "recovery_code_unique" UNIQUE ("second_step_id", "code_hash"));
--
CREATE TABLE "people_linkedidentity" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "issuer" varchar(255) NOT NULL, "subject" varchar(255) NOT NULL, "email" varchar(254) NOT NULL, "linked_at" datetime NOT NULL, "used_at" datetime NULL, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "identity_unique" UNIQUE ("issuer", "subject"), CONSTRAINT "identity_of_account_unique" UNIQUE ("account_id", "issuer"));
--
CREATE TABLE "submissions_questionpool" ("question_id" bigint NOT NULL PRIMARY KEY REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "items" integer unsigned NOT NULL CHECK ("items" >= 0), "documents" integer unsigned NOT NULL CHECK ("documents" >= 0), "shared" integer unsigned NOT NULL CHECK ("shared" >= 0), "automatic" integer unsigned NOT NULL CHECK ("automatic" >= 0));
--
CREATE TABLE "submissions_team_members" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "team_id" bigint NOT NULL REFERENCES "submissions_team" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "submissions_run" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "run_id" varchar(64) NOT NULL, "run_key" varchar(64) NOT NULL, "state" varchar(10) NOT NULL, "priority" smallint unsigned NOT NULL CHECK ("priority" >= 0), "automatic" bool NOT NULL, "description" text NOT NULL, "scope" varchar(10) NOT NULL, "length_limit" integer unsigned NULL CHECK ("length_limit" >= 0), "encoding" varchar(40) NOT NULL, "sha256" varchar(64) NOT NULL, "responses_count" integer unsigned NOT NULL CHECK ("responses_count" >= 0), "warnings" text NOT NULL CHECK ((JSON_VALID("warnings") OR "warnings" IS NULL)), "pooled" bool NOT NULL, "depth" smallint unsigned NULL CHECK ("depth" >= 0), "submitted_at" datetime NOT NULL, "ended_at" datetime NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "submitted_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" bigint NOT NULL REFERENCES "submissions_team" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "submissions_registration" ("team_id" bigint NOT NULL PRIMARY KEY REFERENCES "submissions_team" ("id") DEFERRABLE INITIALLY DEFERRED, "group" varchar(200) NOT NULL, "affiliation" varchar(200) NOT NULL, "tasks" text NOT NULL CHECK ((JSON_VALID("tasks") OR "tasks" IS NULL)), "registered_at" datetime NOT NULL, "started_at" datetime NULL, "registered_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "submissions_runfile" ("run_id" bigint NOT NULL PRIMARY KEY REFERENCES "submissions_run" ("id") DEFERRABLE INITIALLY DEFERRED, "name" varchar(255) NOT NULL, "compressed" BLOB NOT NULL, "warnings" BLOB NOT NULL);
--
CREATE TABLE "submissions_documentflag" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "docid" varchar(255) NOT NULL, "outcome" varchar(10) NOT NULL, "missing" integer unsigned NOT NULL CHECK ("missing" >= 0), "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "document_flag_of_campaign" UNIQUE ("campaign_id", "docid"));
--
CREATE TABLE "submissions_languagepair" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "source" varchar(2) NOT NULL, "target" varchar(2) NOT NULL, "always" bool NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "language_pair_unique" UNIQUE ("campaign_id", "source", "target"));
--
CREATE UNIQUE INDEX "submissions_team_members_team_id_member_id_4df4620b_uniq" ON "submissions_team_members" ("team_id", "member_id");
--
CREATE INDEX "submissions_team_members_team_id_c5e0e28b" ON "submissions_team_members" ("team_id");
--
CREATE INDEX "submissions_team_members_member_id_0fba480c" ON "submissions_team_members" ("member_id");
--
CREATE INDEX "submissions_run_campaign_id_cd2d7b89" ON "submissions_run" ("campaign_id");
--
CREATE INDEX "submissions_run_submitted_by_id_84ff7230" ON "submissions_run" ("submitted_by_id");
--
CREATE INDEX "submissions_run_team_id_867fb8d0" ON "submissions_run" ("team_id");
--
CREATE TABLE "submissions_registration_pairs" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "registration_id" bigint NOT NULL REFERENCES "submissions_registration" ("team_id") DEFERRABLE INITIALLY DEFERRED, "languagepair_id" bigint NOT NULL REFERENCES "submissions_languagepair" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "submissions_registration_pairs_registration_id_languagepair_id_40da8373_uniq" ON "submissions_registration_pairs" ("registration_id", "languagepair_id");
--
CREATE INDEX "submissions_registration_pairs_registration_id_6e2ef1cb" ON "submissions_registration_pairs" ("registration_id");
--
CREATE INDEX "submissions_registration_pairs_languagepair_id_858a695b" ON "submissions_registration_pairs" ("languagepair_id");
--
CREATE INDEX "submissions_registration_registered_by_id_9bdb9abb" ON "submissions_registration" ("registered_by_id");
--
CREATE TABLE "submissions_download" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "at" datetime NOT NULL, "by_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "pair_id" bigint NOT NULL REFERENCES "submissions_languagepair" ("id") DEFERRABLE INITIALLY DEFERRED, "registration_id" bigint NOT NULL REFERENCES "submissions_registration" ("team_id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "submissions_download_by_id_b50be647" ON "submissions_download" ("by_id");
--
CREATE INDEX "submissions_download_pair_id_82ad8a32" ON "submissions_download" ("pair_id");
--
CREATE INDEX "submissions_download_registration_id_e425d884" ON "submissions_download" ("registration_id");
--
CREATE TABLE "submissions_team" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(64) NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "team_name_unique" UNIQUE ("campaign_id", "name"));
--
CREATE UNIQUE INDEX "run_id_unique" ON "submissions_run" ("campaign_id", "run_key") WHERE "state" = 'submitted';
--
CREATE TABLE "submissions_registeredperson" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "full_name" varchar(150) NOT NULL, "affiliation" varchar(200) NOT NULL, "email" varchar(254) NOT NULL, "registration_id" bigint NOT NULL REFERENCES "submissions_registration" ("team_id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "registered_person_position_unique" UNIQUE ("registration_id", "position"));
--
CREATE TABLE "submissions_response" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "line" integer unsigned NOT NULL CHECK ("line" >= 0), "rank" integer unsigned NOT NULL CHECK ("rank" >= 0), "docid" varchar(255) NOT NULL, "passage" varchar(64) NOT NULL, "answer" text NOT NULL, "key" varchar(64) NOT NULL, "noa" bool NOT NULL, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "run_id" bigint NOT NULL REFERENCES "submissions_run" ("id") DEFERRABLE INITIALLY DEFERRED, "prediction" text NOT NULL, CONSTRAINT "response_line_unique" UNIQUE ("run_id", "line"));
--
CREATE INDEX "response_of_question" ON "submissions_response" ("question_id");
--
CREATE TABLE "submissions_team_invited" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "team_id" bigint NOT NULL REFERENCES "submissions_team" ("id") DEFERRABLE INITIALLY DEFERRED, "invitation_id" bigint NOT NULL REFERENCES "people_invitation" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "submissions_team_invited_team_id_invitation_id_82f75887_uniq" ON "submissions_team_invited" ("team_id", "invitation_id");
--
CREATE INDEX "submissions_team_invited_team_id_9753ef96" ON "submissions_team_invited" ("team_id");
--
CREATE INDEX "submissions_team_invited_invitation_id_cb15f482" ON "submissions_team_invited" ("invitation_id");
--
CREATE TABLE "submissions_poolitem" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(64) NOT NULL, "docid" varchar(255) NOT NULL, "passage" varchar(64) NOT NULL, "answer" text NOT NULL, "disputed" bool NOT NULL, "automatic" bool NOT NULL, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NOT NULL REFERENCES "submissions_poolround" ("id") DEFERRABLE INITIALLY DEFERRED, "dissenters" smallint unsigned DEFAULT 0 NOT NULL CHECK ("dissenters" >= 0), "majority" varchar(20) DEFAULT '' NOT NULL, "left_at" datetime NULL, CONSTRAINT "pool_item_unique" UNIQUE ("question_id", "key"));
--
CREATE INDEX "submissions_poolitem_round_id_de90455a" ON "submissions_poolitem" ("round_id");
--
CREATE INDEX "pool_item_disputed" ON "submissions_poolitem" ("question_id") WHERE "disputed";
--
CREATE TABLE "submissions_teamapplication" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(64) NOT NULL, "entry" text NOT NULL CHECK ((JSON_VALID("entry") OR "entry" IS NULL)), "state" varchar(10) NOT NULL, "made_at" datetime NOT NULL, "decided_at" datetime NULL, "reason" text NOT NULL, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "decided_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "team_application_pending_once" ON "submissions_teamapplication" ("campaign_id", "account_id") WHERE "state" = 'pending';
--
CREATE INDEX "submissions_teamapplication_account_id_aa9e202f" ON "submissions_teamapplication" ("account_id");
--
CREATE INDEX "submissions_teamapplication_decided_by_id_34c1c725" ON "submissions_teamapplication" ("decided_by_id");
--
CREATE TABLE "submissions_poolround" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "priorities" text NOT NULL CHECK ((JSON_VALID("priorities") OR "priorities" IS NULL)), "depth" smallint unsigned NULL CHECK ("depth" >= 0), "runs" integer unsigned NOT NULL CHECK ("runs" >= 0), "added" integer unsigned NOT NULL CHECK ("added" >= 0), "made_at" datetime NOT NULL, "unfinished" bool NOT NULL, "asked" varchar(40) NOT NULL, "turn" integer unsigned NOT NULL CHECK ("turn" >= 0), "step_at" datetime NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "again" bool NOT NULL, "left" integer unsigned NOT NULL CHECK ("left" >= 0), "reason" text NOT NULL, "returned" integer unsigned NOT NULL CHECK ("returned" >= 0), "takes_out" bool NOT NULL, "what" varchar(200) NOT NULL, CONSTRAINT "pool_round_unique" UNIQUE ("campaign_id", "number"));
--
CREATE UNIQUE INDEX "pool_round_unfinished_once" ON "submissions_poolround" ("campaign_id") WHERE "unfinished";
--
CREATE INDEX "submissions_poolround_made_by_id_a5382e9c" ON "submissions_poolround" ("made_by_id");
--
CREATE INDEX "pool_item_left" ON "submissions_poolitem" ("question_id") WHERE "left_at" IS NOT NULL;
--
CREATE TABLE "submissions_pooledrun" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "depth" smallint unsigned NULL CHECK ("depth" >= 0), "round_id" bigint NOT NULL REFERENCES "submissions_poolround" ("id") DEFERRABLE INITIALLY DEFERRED, "run_id" bigint NOT NULL REFERENCES "submissions_run" ("id") DEFERRABLE INITIALLY DEFERRED, "taken_out_id" bigint NULL REFERENCES "submissions_poolround" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "submissions_pooledrun_run_id_6d1c5125" ON "submissions_pooledrun" ("run_id");
--
CREATE UNIQUE INDEX "pooled_run_stands_once" ON "submissions_pooledrun" ("round_id", "run_id") WHERE "taken_out_id" IS NULL;
--
CREATE INDEX "submissions_pooledrun_taken_out_id_84b5c92c" ON "submissions_pooledrun" ("taken_out_id");
--
CREATE TABLE "judging_adjudication" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "grade" varchar(20) NOT NULL, "ground" varchar(20) NOT NULL, "overruled" bool NOT NULL, "note" text NOT NULL, "changes" integer unsigned NOT NULL CHECK ("changes" >= 0), "decided_at" datetime NULL, "item_id" bigint NOT NULL UNIQUE REFERENCES "submissions_poolitem" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "answer_class_id" bigint NULL REFERENCES "judging_answerclass" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "judging_adjudication_member_id_ef60ec56" ON "judging_adjudication" ("member_id");
--
CREATE INDEX "judging_adjudication_answer_class_id_d96762a7" ON "judging_adjudication" ("answer_class_id");
--
CREATE TABLE "judging_answerclass" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "uid" char(32) NOT NULL UNIQUE, "name" varchar(64) NOT NULL, "label" text NOT NULL, "origin" varchar(12) NOT NULL, "docid" varchar(255) NOT NULL, "removed" bool NOT NULL, "member_id" bigint NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "answer_class_unique" UNIQUE ("question_id", "name", "member_id"));
--
CREATE INDEX "judging_answerclass_member_id_d4cbe0a4" ON "judging_answerclass" ("member_id");
--
CREATE UNIQUE INDEX "answer_class_settled_unique" ON "judging_answerclass" ("question_id", "name") WHERE "member_id" IS NULL;
--
CREATE TABLE "judging_judgment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "grade" varchar(20) NOT NULL, "note" text NOT NULL, "later" bool NOT NULL, "kind" varchar(10) NOT NULL, "version" varchar(100) NOT NULL, "changes" integer unsigned NOT NULL CHECK ("changes" >= 0), "judged_at" datetime NULL, "answer_class_id" bigint NULL REFERENCES "judging_answerclass" ("id") DEFERRABLE INITIALLY DEFERRED, "assignment_id" bigint NOT NULL REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "guidelines_id" bigint NULL REFERENCES "campaigns_guidelines" ("id") DEFERRABLE INITIALLY DEFERRED, "item_id" bigint NOT NULL REFERENCES "submissions_poolitem" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "source_id" bigint NULL REFERENCES "judging_judgmentimport" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "judgment_unique" UNIQUE ("item_id", "member_id"), CONSTRAINT "judgment_has_time" CHECK (("grade" = '' OR "judged_at" IS NOT NULL)));
--
CREATE INDEX "judging_judgment_answer_class_id_2efb2864" ON "judging_judgment" ("answer_class_id");
--
CREATE INDEX "judging_judgment_guidelines_id_e9946839" ON "judging_judgment" ("guidelines_id");
--
CREATE INDEX "judging_judgment_member_id_7cefac0f" ON "judging_judgment" ("member_id");
--
CREATE INDEX "judgment_of_assignment" ON "judging_judgment" ("assignment_id", "item_id");
--
CREATE INDEX "judgment_of_import" ON "judging_judgment" ("source_id", "id") WHERE "source_id" IS NOT NULL;
--
CREATE TABLE "judging_change" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(10) NOT NULL, "client_id" char(32) NOT NULL, "label" text NOT NULL, "before" text NOT NULL CHECK ((JSON_VALID("before") OR "before" IS NULL)), "after" text NOT NULL CHECK ((JSON_VALID("after") OR "after" IS NULL)), "is_undo" bool NOT NULL, "undone" bool NOT NULL, "made_at" datetime NOT NULL, "seconds" integer unsigned NOT NULL CHECK ("seconds" >= 0), "place" integer unsigned NULL CHECK ("place" >= 0), "document_revision" integer unsigned NULL CHECK ("document_revision" >= 0), "remote_resources" varchar(10) NOT NULL, "assignment_id" bigint NULL REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "item_id" bigint NULL REFERENCES "submissions_poolitem" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "source_id" bigint NULL REFERENCES "judging_judgmentimport" ("id") DEFERRABLE INITIALLY DEFERRED, "batch_id" bigint NULL REFERENCES "judging_changebatch" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "change_client_id_unique" UNIQUE ("question_id", "client_id"));
--
CREATE INDEX "judging_change_assignment_id_4b4e3dd8" ON "judging_change" ("assignment_id");
--
CREATE INDEX "judging_change_item_id_7cc266ee" ON "judging_change" ("item_id");
--
CREATE INDEX "change_undoable" ON "judging_change" ("question_id", "assignment_id", "kind", "id" DESC) WHERE (NOT "is_undo" AND NOT "undone");
--
CREATE TABLE "judging_assignment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "role" varchar(10) NOT NULL, "judged" integer unsigned NOT NULL CHECK ("judged" >= 0), "nuggets" integer unsigned NOT NULL CHECK ("nuggets" >= 0), "later" integer unsigned NOT NULL CHECK ("later" >= 0), "seconds" integer unsigned NOT NULL CHECK ("seconds" >= 0), "canonical_answer" text NOT NULL, "comment" text NOT NULL, "rules_of_thumb" text NOT NULL, "no_answer_found" bool NOT NULL, "notes_version" integer unsigned NOT NULL CHECK ("notes_version" >= 0), "assigned_at" datetime NOT NULL, "finished_at" datetime NULL, "handed_over_at" datetime NULL, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "source_id" bigint NULL REFERENCES "judging_judgmentimport" ("id") DEFERRABLE INITIALLY DEFERRED, "handed_to_id" bigint NULL REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "shown_id" bigint NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "assignment_unique" UNIQUE ("question_id", "member_id"));
--
CREATE INDEX "judging_assignment_member_id_a602dd47" ON "judging_assignment" ("member_id");
--
CREATE INDEX "judging_assignment_source_id_aeaad3de" ON "judging_assignment" ("source_id");
--
CREATE INDEX "judging_assignment_handed_to_id_392464b1" ON "judging_assignment" ("handed_to_id");
--
CREATE TABLE "judging_nuggetmatch" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "item_id" bigint NOT NULL REFERENCES "submissions_poolitem" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "nugget_id" bigint NOT NULL REFERENCES "judging_nugget" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "nugget_match_unique" UNIQUE ("item_id", "nugget_id", "member_id"));
--
CREATE INDEX "judging_nuggetmatch_member_id_7211ad61" ON "judging_nuggetmatch" ("member_id");
--
CREATE INDEX "judging_nuggetmatch_nugget_id_d93924ff" ON "judging_nuggetmatch" ("nugget_id");
--
CREATE UNIQUE INDEX "nugget_match_settled_unique" ON "judging_nuggetmatch" ("item_id", "nugget_id") WHERE "member_id" IS NULL;
--
CREATE TABLE "judging_nuggetvote" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "vote" varchar(5) NOT NULL, "member_id" bigint NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "nugget_id" bigint NOT NULL REFERENCES "judging_nugget" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "nugget_vote_unique" UNIQUE ("nugget_id", "member_id"));
--
CREATE INDEX "judging_nuggetvote_member_id_491bf3d4" ON "judging_nuggetvote" ("member_id");
--
CREATE UNIQUE INDEX "nugget_vote_settled_unique" ON "judging_nuggetvote" ("nugget_id") WHERE "member_id" IS NULL;
--
CREATE TABLE "judging_reading" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "assignment_id" bigint NOT NULL REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "item_id" bigint NOT NULL REFERENCES "submissions_poolitem" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "reading_unique" UNIQUE ("assignment_id", "item_id"));
--
CREATE INDEX "judging_reading_item_id_fe820126" ON "judging_reading" ("item_id");
--
CREATE TABLE "judging_pageannotation" ("assignment_id" bigint NOT NULL PRIMARY KEY REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "annotation_id" varchar(20) NOT NULL, "question" varchar(4) NOT NULL, "reason" varchar(20) NOT NULL, "candidate" integer NULL, "long" text NULL CHECK ((JSON_VALID("long") OR "long" IS NULL)), "kind" varchar(10) NOT NULL, "short" text NULL CHECK ((JSON_VALID("short") OR "short" IS NULL)), "yes_no" varchar(4) NOT NULL, "seconds_question" integer unsigned NOT NULL CHECK ("seconds_question" >= 0), "seconds_long" integer unsigned NOT NULL CHECK ("seconds_long" >= 0), "seconds_short" integer unsigned NOT NULL CHECK ("seconds_short" >= 0), "version" integer unsigned NOT NULL CHECK ("version" >= 0), "changed_at" datetime NOT NULL, "source_id" bigint NULL REFERENCES "judging_judgmentimport" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "judging_pageannotation_source_id_d85bb28e" ON "judging_pageannotation" ("source_id");
--
CREATE TABLE "judging_workday" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "day" date NOT NULL, "seconds" integer unsigned NOT NULL CHECK ("seconds" >= 0), "judged" integer NOT NULL, "last_at" datetime NOT NULL, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "work_day_unique" UNIQUE ("member_id", "day"));
--
CREATE INDEX "change_of_batch" ON "judging_change" ("batch_id", "id") WHERE "batch_id" IS NOT NULL;
--
CREATE TABLE "judging_judgmentimport" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "file" varchar(255) NOT NULL, "machine" varchar(100) NOT NULL, "state" varchar(12) NOT NULL, "report" text NOT NULL CHECK ((JSON_VALID("report") OR "report" IS NULL)), "made_at" datetime NOT NULL, "taken_back_at" datetime NULL, "reason" text NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "job_id" bigint NULL REFERENCES "jobs_job" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "taken_back_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "kept_id" bigint NULL UNIQUE REFERENCES "campaigns_fileimport" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "judgment_import_one_at_a_time" ON "judging_judgmentimport" ("campaign_id") WHERE "state" IN ('storing', 'taking_back');
--
CREATE INDEX "judging_judgmentimport_job_id_1fae4cdb" ON "judging_judgmentimport" ("job_id");
--
CREATE INDEX "judging_judgmentimport_made_by_id_afe21ca3" ON "judging_judgmentimport" ("made_by_id");
--
CREATE INDEX "judging_judgmentimport_taken_back_by_id_79f883f9" ON "judging_judgmentimport" ("taken_back_by_id");
--
CREATE INDEX "judgment_import_of_campaign" ON "judging_judgmentimport" ("campaign_id", "id" DESC);
--
CREATE TABLE "judging_changebatch" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(12) NOT NULL, "state" varchar(8) NOT NULL, "file" varchar(255) NOT NULL, "report" text NOT NULL CHECK ((JSON_VALID("report") OR "report" IS NULL)), "made_at" datetime NOT NULL, "undone_at" datetime NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "job_id" bigint NULL REFERENCES "jobs_job" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "undone_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "kept_id" bigint NULL UNIQUE REFERENCES "campaigns_fileimport" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE UNIQUE INDEX "change_batch_one_at_a_time" ON "judging_changebatch" ("campaign_id") WHERE "state" IN ('storing', 'undoing');
--
CREATE INDEX "judging_changebatch_job_id_e21f56d5" ON "judging_changebatch" ("job_id");
--
CREATE INDEX "judging_changebatch_made_by_id_7adeb809" ON "judging_changebatch" ("made_by_id");
--
CREATE INDEX "judging_changebatch_undone_by_id_d7ad0052" ON "judging_changebatch" ("undone_by_id");
--
CREATE INDEX "change_batch_of_campaign" ON "judging_changebatch" ("campaign_id", "id" DESC);
--
CREATE TABLE "judging_questionpatterns" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "text" text NOT NULL, "made_at" datetime NOT NULL, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "question_patterns_unique" UNIQUE ("question_id", "number"));
--
CREATE INDEX "judging_questionpatterns_made_by_id_330322af" ON "judging_questionpatterns" ("made_by_id");
--
CREATE TABLE "judging_workmove" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(12) NOT NULL, "state" varchar(12) NOT NULL, "plan" text NOT NULL CHECK ((JSON_VALID("plan") OR "plan" IS NULL)), "reason" text NOT NULL, "made_at" datetime NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "job_id" bigint NULL REFERENCES "jobs_job" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "work_move_of_campaign" ON "judging_workmove" ("campaign_id", "id" DESC);
--
CREATE UNIQUE INDEX "work_move_one_at_a_time" ON "judging_workmove" ("campaign_id") WHERE "state" IN ('moving', 'giving_back');
--
CREATE TABLE "judging_movedassignment" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "promoted_from" varchar(10) NOT NULL, "assignment_id" bigint NOT NULL REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "promoted_id" bigint NULL REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "taken_id" bigint NULL REFERENCES "judging_assignment" ("id") DEFERRABLE INITIALLY DEFERRED, "move_id" bigint NOT NULL REFERENCES "judging_workmove" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "moved_assignment_once" UNIQUE ("move_id", "assignment_id"));
--
CREATE INDEX "judging_workmove_job_id_77e199fe" ON "judging_workmove" ("job_id");
--
CREATE INDEX "judging_workmove_made_by_id_31e7de62" ON "judging_workmove" ("made_by_id");
--
CREATE INDEX "judging_workmove_member_id_0328ff52" ON "judging_workmove" ("member_id");
--
CREATE INDEX "judging_movedassignment_assignment_id_b47bc8dd" ON "judging_movedassignment" ("assignment_id");
--
CREATE INDEX "judging_movedassignment_promoted_id_44313149" ON "judging_movedassignment" ("promoted_id");
--
CREATE INDEX "judging_movedassignment_taken_id_0b8cbd43" ON "judging_movedassignment" ("taken_id");
--
CREATE TABLE "judging_ruling" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "asked" text NOT NULL, "client_id" char(32) NOT NULL, "text" text NOT NULL, "ruled_at" datetime NULL, "changes" integer unsigned NOT NULL CHECK ("changes" >= 0), "asked_by_id" bigint NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "item_id" bigint NULL REFERENCES "submissions_poolitem" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "ruled_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "read_at" datetime NULL, "asked_at" datetime NOT NULL, CONSTRAINT "ruling_client_id_unique" UNIQUE ("campaign_id", "client_id"));
--
CREATE INDEX "judging_ruling_asked_by_id_9f4229c6" ON "judging_ruling" ("asked_by_id");
--
CREATE INDEX "judging_ruling_item_id_eed254b3" ON "judging_ruling" ("item_id");
--
CREATE INDEX "judging_ruling_question_id_477d3f2c" ON "judging_ruling" ("question_id");
--
CREATE INDEX "judging_ruling_ruled_by_id_1449ffa4" ON "judging_ruling" ("ruled_by_id");
--
CREATE TABLE "judging_machine" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" text NOT NULL, "version" text NOT NULL, "model" text NOT NULL, "family" text NOT NULL, "team" text NOT NULL, "prompt_sha256" text NOT NULL, "parameters" text NOT NULL, "made_on" text NOT NULL, "brought_at" datetime NOT NULL, "brought_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL UNIQUE REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "source_id" bigint NULL REFERENCES "judging_judgmentimport" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "judging_machine_brought_by_id_b3f1f972" ON "judging_machine" ("brought_by_id");
--
CREATE INDEX "judging_machine_source_id_00afd253" ON "judging_machine" ("source_id");
--
CREATE TABLE "judging_dayseal" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "day" date NOT NULL UNIQUE, "head" varchar(64) NOT NULL, "first_change" bigint unsigned NOT NULL CHECK ("first_change" >= 0), "first_event" bigint unsigned NOT NULL CHECK ("first_event" >= 0), "made_at" datetime NOT NULL);
--
CREATE TABLE "judging_partseal" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "campaign_number" bigint unsigned NOT NULL CHECK ("campaign_number" >= 0), "changes" integer unsigned NOT NULL CHECK ("changes" >= 0), "events" integer unsigned NOT NULL CHECK ("events" >= 0), "rows_sha256" varchar(64) NOT NULL, "words_sha256" varchar(64) NOT NULL, "seal_id" bigint NOT NULL REFERENCES "judging_dayseal" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "part_seal_unique" UNIQUE ("seal_id", "campaign_number"));
--
CREATE TABLE "judging_samplingdesign" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "design" varchar(20) NOT NULL, "machine" text NOT NULL, "measure" varchar(40) NOT NULL, "size" integer unsigned NOT NULL CHECK ("size" >= 0), "seed" bigint NOT NULL, "machine_sha256" varchar(64) NOT NULL, "recorded_at" datetime NOT NULL, "campaign_id" bigint NOT NULL UNIQUE REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "recorded_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "judging_sampledunit" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "stratum" varchar(20) NOT NULL, "chance" real NOT NULL, "drawn" bool NOT NULL, "question_id" bigint NOT NULL UNIQUE REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "sampling_id" bigint NOT NULL REFERENCES "judging_samplingdesign" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "judging_samplingdesign_recorded_by_id_e8e17281" ON "judging_samplingdesign" ("recorded_by_id");
--
CREATE INDEX "judging_sampledunit_sampling_id_626c274d" ON "judging_sampledunit" ("sampling_id");
--
CREATE TABLE "judging_posteditingplan" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "share" smallint unsigned NOT NULL CHECK ("share" >= 0), "seed" bigint NOT NULL, "machine_sha256" varchar(64) NOT NULL, "questions" text NOT NULL CHECK ((JSON_VALID("questions") OR "questions" IS NULL)), "declared_at" datetime NOT NULL, "campaign_id" bigint NOT NULL UNIQUE REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "declared_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "machine_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "judging_assignment_shown_id_b81375c7" ON "judging_assignment" ("shown_id");
--
CREATE INDEX "judging_posteditingplan_declared_by_id_81882a78" ON "judging_posteditingplan" ("declared_by_id");
--
CREATE INDEX "judging_posteditingplan_machine_id_7d877a49" ON "judging_posteditingplan" ("machine_id");
--
CREATE TABLE "judging_machinereading" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "listed" varchar(16) NOT NULL, "note" text NOT NULL, "item_id" bigint NOT NULL REFERENCES "submissions_poolitem" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "machine_reading_unique" UNIQUE ("member_id", "item_id"));
--
CREATE INDEX "judging_machinereading_item_id_2cdd0641" ON "judging_machinereading" ("item_id");
--
CREATE TABLE "judging_machinematch" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "nugget_id" bigint NOT NULL REFERENCES "judging_nugget" ("id") DEFERRABLE INITIALLY DEFERRED, "reading_id" bigint NOT NULL REFERENCES "judging_machinereading" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "machine_match_unique" UNIQUE ("reading_id", "nugget_id"));
--
CREATE INDEX "judging_machinematch_nugget_id_71fd4e0f" ON "judging_machinematch" ("nugget_id");
--
CREATE TABLE "judging_machinenugget" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "position" integer unsigned NOT NULL CHECK ("position" >= 0), "text" text NOT NULL, "importance" varchar(5) NOT NULL, "docid" varchar(255) NOT NULL, "note" text NOT NULL, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "machine_nugget_unique" UNIQUE ("member_id", "question_id", "position"));
--
CREATE INDEX "judging_machinenugget_question_id_1b9ad4e4" ON "judging_machinenugget" ("question_id");
--
CREATE TABLE "judging_nugget" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "uid" char(32) NOT NULL UNIQUE, "name" varchar(64) NOT NULL, "text" text NOT NULL, "origin" varchar(12) NOT NULL, "docid" varchar(255) NOT NULL, "position" integer unsigned NOT NULL CHECK ("position" >= 0), "removed" bool NOT NULL, "member_id" bigint NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "draft_id" bigint NULL UNIQUE REFERENCES "judging_machinenugget" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "nugget_unique" UNIQUE ("question_id", "name"));
--
CREATE INDEX "judging_nugget_member_id_d25d5c99" ON "judging_nugget" ("member_id");
--
CREATE TABLE "notices_notice" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(20) NOT NULL, "key" varchar(200) NOT NULL, "name" varchar(150) NOT NULL, "email" varchar(254) NOT NULL, "subject" varchar(200) NOT NULL, "text" text NOT NULL, "state" varchar(12) NOT NULL, "error" varchar(300) NOT NULL, "made_at" datetime NOT NULL, "ended_at" datetime NULL, "account_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" bigint NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "invitation_id" bigint NULL REFERENCES "people_invitation" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "notice_made_once" UNIQUE ("key"));
--
CREATE TABLE "notices_unwanted" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(20) NOT NULL, "account_id" bigint NOT NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "unwanted_notice_unique" UNIQUE ("account_id", "kind"));
--
CREATE INDEX "notices_notice_account_id_01446394" ON "notices_notice" ("account_id");
--
CREATE INDEX "notices_notice_made_by_id_918ab214" ON "notices_notice" ("made_by_id");
--
CREATE INDEX "notice_of_campaign" ON "notices_notice" ("campaign_id", "id" DESC);
--
CREATE INDEX "notice_waiting" ON "notices_notice" ("id") WHERE "state" = 'waiting';
--
CREATE INDEX "notices_notice_invitation_id_7b79b4ad" ON "notices_notice" ("invitation_id");
--
CREATE TABLE "results_scoreset" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "report" text NOT NULL CHECK ((JSON_VALID("report") OR "report" IS NULL)), "made_at" datetime NOT NULL, "qrels_id" bigint NOT NULL UNIQUE REFERENCES "results_qrelssnapshot" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "results_qrelssnapshot" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "rule" varchar(200) NOT NULL, "inputs_sha256" varchar(64) NOT NULL, "software" varchar(40) NOT NULL, "revision" varchar(12) NOT NULL, "sha256" varchar(64) NOT NULL, "items" integer unsigned NOT NULL CHECK ("items" >= 0), "warnings" text NOT NULL CHECK ((JSON_VALID("warnings") OR "warnings" IS NULL)), "compressed" BLOB NOT NULL, "made_at" datetime NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "qrels_version_unique" UNIQUE ("campaign_id", "version"));
--
CREATE INDEX "results_qrelssnapshot_made_by_id_edf5af5d" ON "results_qrelssnapshot" ("made_by_id");
--
CREATE TABLE "results_questionkey" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "compressed" BLOB NOT NULL, "question_id" bigint NOT NULL REFERENCES "campaigns_question" ("id") DEFERRABLE INITIALLY DEFERRED, "score_set_id" bigint NOT NULL REFERENCES "results_scoreset" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "question_key_unique" UNIQUE ("score_set_id", "question_id"));
--
CREATE INDEX "results_questionkey_question_id_73be16f3" ON "results_questionkey" ("question_id");
--
CREATE TABLE "results_runscore" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "score" real NULL, "judged" integer unsigned NOT NULL CHECK ("judged" >= 0), "unjudged" integer unsigned NOT NULL CHECK ("unjudged" >= 0), "measures" text NOT NULL CHECK ((JSON_VALID("measures") OR "measures" IS NULL)), "bounds" text NOT NULL CHECK ((JSON_VALID("bounds") OR "bounds" IS NULL)), "interval_low" real NULL, "interval_high" real NULL, "questions" text NOT NULL CHECK ((JSON_VALID("questions") OR "questions" IS NULL)), "series" text NOT NULL CHECK ((JSON_VALID("series") OR "series" IS NULL)), "figures" text NOT NULL CHECK ((JSON_VALID("figures") OR "figures" IS NULL)), "silence" text NOT NULL CHECK ((JSON_VALID("silence") OR "silence" IS NULL)), "score_by_type" real NULL, "run_id" bigint NOT NULL REFERENCES "submissions_run" ("id") DEFERRABLE INITIALLY DEFERRED, "score_set_id" bigint NOT NULL REFERENCES "results_scoreset" ("id") DEFERRABLE INITIALLY DEFERRED, "more" BLOB NOT NULL, "summary" text NOT NULL CHECK ((JSON_VALID("summary") OR "summary" IS NULL)), CONSTRAINT "run_score_unique" UNIQUE ("score_set_id", "run_id"));
--
CREATE INDEX "results_runscore_run_id_45dc814b" ON "results_runscore" ("run_id");
--
CREATE TABLE "results_release" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "made_at" datetime NOT NULL, "ended_at" datetime NULL, "reason" text NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "ended_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "scores_id" bigint NOT NULL REFERENCES "results_scoreset" ("id") DEFERRABLE INITIALLY DEFERRED, "audience" varchar(5) NOT NULL, "changes" text NOT NULL CHECK ((JSON_VALID("changes") OR "changes" IS NULL)), "left_out" text NOT NULL CHECK ((JSON_VALID("left_out") OR "left_out" IS NULL)), "public_at" datetime NULL);
--
CREATE UNIQUE INDEX "release_standing_unique" ON "results_release" ("campaign_id") WHERE "ended_at" IS NULL;
--
CREATE INDEX "results_release_campaign_id_2b2fcbb3" ON "results_release" ("campaign_id");
--
CREATE INDEX "results_release_ended_by_id_f377b447" ON "results_release" ("ended_by_id");
--
CREATE INDEX "results_release_made_by_id_7ca6ce02" ON "results_release" ("made_by_id");
--
CREATE INDEX "results_release_scores_id_ede202fd" ON "results_release" ("scores_id");
--
CREATE TABLE "results_releasepreview" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "inputs_sha256" varchar(64) NOT NULL, "reasons" text NOT NULL CHECK ((JSON_VALID("reasons") OR "reasons" IS NULL)), "made_at" datetime NOT NULL, "campaign_id" bigint NOT NULL UNIQUE REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "scores_id" bigint NULL REFERENCES "results_scoreset" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE INDEX "results_releasepreview_made_by_id_3414d594" ON "results_releasepreview" ("made_by_id");
--
CREATE INDEX "results_releasepreview_scores_id_fb3db24a" ON "results_releasepreview" ("scores_id");
--
CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
--
CREATE INDEX "django_session_expire_date_a5c62663" ON "django_session" ("expire_date");
--
CREATE TABLE "studies_studypart" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(60) NOT NULL, "compressed" BLOB NOT NULL, "study_id" bigint NOT NULL REFERENCES "studies_study" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "study_part_unique" UNIQUE ("study_id", "name"));
--
CREATE TABLE "studies_study" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "kind" varchar(10) NOT NULL, "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)), "inputs_sha256" varchar(64) NOT NULL, "software" varchar(40) NOT NULL, "revision" varchar(12) NOT NULL, "sha256" varchar(64) NOT NULL, "made_at" datetime NOT NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, "head" text NOT NULL, CONSTRAINT "study_version_unique" UNIQUE ("campaign_id", "version"));
--
CREATE INDEX "studies_study_made_by_id_d6eaba4c" ON "studies_study" ("made_by_id");
--
CREATE TABLE "training_trainingplan" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "required" bool NOT NULL, "campaign_id" bigint NOT NULL UNIQUE REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "training_trainingitem" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "docid" varchar(255) NOT NULL, "supporting_text" text NOT NULL, "answer" text NOT NULL, "right_grade" varchar(20) NOT NULL, "reason" text NOT NULL, "question_id" bigint NOT NULL REFERENCES "training_trainingquestion" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "training_trainingattempt" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "started_at" datetime NOT NULL, "finished_at" datetime NULL, "items" integer unsigned NOT NULL CHECK ("items" >= 0), "agreed" integer unsigned NOT NULL CHECK ("agreed" >= 0), "guidelines_id" bigint NULL REFERENCES "campaigns_guidelines" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "people_member" ("id") DEFERRABLE INITIALLY DEFERRED, "question_id" bigint NOT NULL REFERENCES "training_trainingquestion" ("id") DEFERRABLE INITIALLY DEFERRED);
--
CREATE TABLE "training_traininganswer" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "grade" varchar(20) NOT NULL, "attempt_id" bigint NOT NULL REFERENCES "training_trainingattempt" ("id") DEFERRABLE INITIALLY DEFERRED, "item_id" bigint NOT NULL REFERENCES "training_trainingitem" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "training_answer_unique" UNIQUE ("attempt_id", "item_id"));
--
CREATE TABLE "training_trainingquestion" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "position" integer unsigned NOT NULL CHECK ("position" >= 0), "type" varchar(40) NOT NULL, "scale_name" varchar(20) NOT NULL, "target" text NOT NULL, "text" text NOT NULL, "made_at" datetime NOT NULL, "retired_at" datetime NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "training_question_version_unique" UNIQUE ("campaign_id", "name", "version"));
--
CREATE INDEX "training_trainingitem_question_id_c0c06ed6" ON "training_trainingitem" ("question_id");
--
CREATE INDEX "training_trainingattempt_guidelines_id_0092c022" ON "training_trainingattempt" ("guidelines_id");
--
CREATE INDEX "training_trainingattempt_member_id_ac573742" ON "training_trainingattempt" ("member_id");
--
CREATE INDEX "training_trainingattempt_question_id_df95a6ca" ON "training_trainingattempt" ("question_id");
--
CREATE INDEX "training_traininganswer_item_id_7441975d" ON "training_traininganswer" ("item_id");
--
CREATE UNIQUE INDEX "training_question_one_current" ON "training_trainingquestion" ("campaign_id", "name") WHERE "retired_at" IS NULL;
--
CREATE UNIQUE INDEX "training_try_one_open" ON "training_trainingattempt" ("question_id", "member_id") WHERE "finished_at" IS NULL;
--
CREATE TABLE "webhooks_webhook" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "url" varchar(500) NOT NULL, "happenings" text NOT NULL CHECK ((JSON_VALID("happenings") OR "happenings" IS NULL)), "is_on" bool NOT NULL, "secret_seed" varchar(32) NOT NULL, "former_seed" varchar(32) NOT NULL, "former_until" datetime NULL, "made_at" datetime NOT NULL, "failures" integer unsigned NOT NULL CHECK ("failures" >= 0), "paused_until" datetime NULL, "reported_at" datetime NULL, "owner" varchar(32) NOT NULL, "lease_until" datetime NULL, "campaign_id" bigint NOT NULL REFERENCES "campaigns_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" bigint NULL REFERENCES "people_account" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "webhook_url_unique" UNIQUE ("campaign_id", "url"));
--
CREATE INDEX "webhooks_webhook_made_by_id_7f8f1259" ON "webhooks_webhook" ("made_by_id");
--
CREATE TABLE "webhooks_delivery" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "event_id" varchar(40) NOT NULL, "happening" varchar(30) NOT NULL, "body" text NOT NULL, "made_at" datetime NOT NULL, "expires_at" datetime NOT NULL, "state" varchar(10) NOT NULL, "attempts" integer unsigned NOT NULL CHECK ("attempts" >= 0), "next_at" datetime NOT NULL, "tried_at" datetime NULL, "status" smallint unsigned NULL CHECK ("status" >= 0), "failure" varchar(12) NOT NULL, "ended_at" datetime NULL, "webhook_id" bigint NOT NULL REFERENCES "webhooks_webhook" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "delivery_event_unique" UNIQUE ("webhook_id", "event_id"));
--
CREATE INDEX "delivery_of_webhook" ON "webhooks_delivery" ("webhook_id", "id" DESC);
--
CREATE INDEX "delivery_waiting" ON "webhooks_delivery" ("webhook_id", "id") WHERE "state" = 'waiting';
--
CREATE INDEX "delivery_ended" ON "webhooks_delivery" ("ended_at");
--
INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('contenttypes', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('contenttypes', '0002_remove_content_type_name', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0002_alter_permission_name_max_length', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0003_alter_user_email_max_length', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0004_alter_user_username_opts', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0005_alter_user_last_login_null', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0006_require_contenttypes_0002', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0007_alter_validators_add_error_messages', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0008_alter_user_username_max_length', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0009_alter_user_last_name_max_length', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0010_alter_group_name_max_length', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0011_update_proxy_permissions', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('auth', '0012_alter_user_first_name_max_length', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('admin', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('admin', '0002_logentry_remove_auto_add', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('admin', '0003_logentry_add_action_flag_choices', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('authtoken', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('authtoken', '0002_auto_20160226_1747', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('authtoken', '0003_tokenproxy', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('authtoken', '0004_alter_tokenproxy_options', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '0002_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '0003_file_imports', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '0004_checked', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '0005_life_of_a_campaign', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '0006_registration', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '0007_sharing', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('documents', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('documents', '0002_page_layouts', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('jobs', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('jobs', '0002_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('jobs', '0003_language', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('jobs', '0004_request_id', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0002_invitation_states', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0003_may_create', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0004_people_leave', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0005_links_by_mail', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0006_account_zone', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0007_keys', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0008_page_language', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0009_signed_in_browsers', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0010_tokens', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0011_removed_accounts', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0012_second_step', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('people', '0013_linked_identities', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('submissions', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('submissions', '0002_page_annotations', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('submissions', '0003_invited_to_teams', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('submissions', '0004_opinions', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('submissions', '0005_applications', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('submissions', '0006_items_leave_pools', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('submissions', '0007_runs_of_rounds', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0002_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0003_page_annotations', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0004_work_days', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0005_opinions_and_batches', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0006_fill_opinions', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0007_kept_files', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0008_record_earlier_imports', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0009_batches_of_files', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0010_question_patterns', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0011_work_moves', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0012_rulings', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0013_rulings_read', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0014_rulings_of_files', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0015_machine_assessors', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0016_seals', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0017_sampling_designs', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0018_post_editing', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0019_machine_matches', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0020_machine_nuggets', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '0021_taken_drafts', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('notices', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('notices', '0002_links_by_mail', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('notices', '0003_rulings', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('notices', '0004_webhooks', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('results', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('results', '0002_more_of_runs', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('results', '0003_summary_of_runs', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('results', '0004_audience', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('sessions', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('studies', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('studies', '0002_head_as_written', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('training', '0001_initial', CURRENT_TIMESTAMP);
--
INSERT INTO django_migrations (app, name, applied) VALUES ('webhooks', '0001_initial', CURRENT_TIMESTAMP);
--
