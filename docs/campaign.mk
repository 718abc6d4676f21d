# A whole TREC-8 campaign by commands, on the demo's files; docs/whole-campaign.md explains each line.
A ?= python manage.py
C ?= coast
D ?= demo/coast-facts
OUT ?= var/$C

campaign:
	$A import_collection collections/halden-newswire
	$A create_campaign $C --track trec8 --title "Coast facts" --collection halden-newswire --set judges=3
	$A guidelines $C $D/guidelines.txt
	$A import_questions $C $D/questions.txt
	$A import_development $C $D/known-answers.txt --format answers
	$A deadline $C "$$(($$(date +%Y) + 1))-06-30 23:59 Europe/Paris"
	$A open_campaign $C
	for run in lake50a harbor50 tern50; do $A submit_run $C $D/runs/$$run.txt --team $${run%%[0-9]*} --length 50 || exit; done
	for run in lake250a harbor250; do $A submit_run $C $D/runs/$$run.txt --team $${run%%[0-9]*} --length 250 || exit; done
	$A close_campaign $C
	$A pool $C
	$A assign $C --assessors ada,ben,cleo
	$A import_judgments $C $D/judgments.csv
	$A import_judgments $C $D/judgments-rest.csv
	$A adjudicate $C $D/adjudications.csv
	$A accept_majorities $C
	$A score $C --json $(OUT)-scores.json
	$A study $C --samples 200 --json $(OUT)-study.json
	$A release $C
	$A export $C $(OUT)
	$A export_trec_eval $C $(OUT)-trec_eval
	$A import_bundle $(OUT) --slug $C-again
	$A score $C-again --json $(OUT)-again.json
